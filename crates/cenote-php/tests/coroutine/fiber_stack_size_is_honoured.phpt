--TEST--
SPEC 30.9: fiber.stack_size sets the C stack of a coroutine
--FILE--
<?php
require __DIR__ . '/helpers.inc';

// Each level takes C stack; 20,000 levels need several times the default of 2 MB.
$deep = <<<'PHP'
function level($n) { return $n == 0 ? [0] : array_map('level', [$n - 1]); }
$c = Async\spawn(function () { level(20000); Async\suspend(); return "deep enough\n"; });
echo Async\await($c);
PHP;
[$code, $output] = run_php($deep, ['fiber.stack_size' => '64M', 'memory_limit' => '-1']);
echo $output, "\nexit code $code\n";
echo "done\n";
?>
--EXPECT--
deep enough
exit code 0
done
