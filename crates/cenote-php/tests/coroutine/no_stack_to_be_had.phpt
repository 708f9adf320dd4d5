--TEST--
SPEC 30.9: without memory for a stack the coroutine fails with an exception that names vm.max_map_count; the others go on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

// Large stacks in a small address space, so that a few coroutines exhaust it.
[$code, $output] = run_php(<<<'PHP'
use function Async\{spawn, await, suspend, delay};
$gate = new Async\FutureState;
$all = [];
for ($i = 0; $i < 40; $i++) {
    $all[] = spawn(function () use ($gate) { return await(new Async\Future($gate)); });
}
suspend();
$gate->complete('value');
$ok = $failed = 0;
foreach ($all as $c) {
    try {
        $ok += await($c) === 'value' ? 1 : 0;
    } catch (Throwable $e) {
        $failed++;
        $said = preg_replace('/\d+ coroutines/', 'n coroutines', $e->getMessage());
    }
}
echo $ok > 0 ? "some ran" : "none ran", ', ', $failed > 0 ? "some failed" : "none failed", "\n", $said ?? 'nothing', "\n";
unset($all, $c, $e);
echo await(spawn(fn() => "usable again\n"));
PHP, ['fiber.stack_size' => '64M', 'memory_limit' => '-1'], 'ulimit -v 1500000;');
echo $output, "\nexit code $code\n";
echo "done\n";
?>
--EXPECT--
some ran, some failed
No stack for a new coroutine: n coroutines are alive, and the system gives no more memory mappings. Run fewer at a time, or raise vm.max_map_count (two mappings are used for each parked coroutine) or the memory limit of the process
usable again
exit code 0
done
