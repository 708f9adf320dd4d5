--TEST--
SPEC 30.8: after a fatal error in a coroutine no code of other coroutines runs
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$others = <<<'PHP'
use function Async\{spawn, delay, suspend};
class Noisy { public function __destruct() { echo "destructor\n"; } }
register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () {
    $n = new Noisy;
    try {
        delay(60000);
    } catch (Throwable) {
        echo "catch\n";
    } finally {
        echo "finally\n";
    }
});
suspend();
PHP;
$fatal = [
    'E_ERROR' => 'trigger_error("deliberate", E_USER_ERROR);',
    'memory_limit' => 'ini_set("memory_limit", "16M"); $x = str_repeat("x", 100 << 20);',
    'compile time' => 'eval("class A { abstract function f(); }");',
    'in a callback' => 'array_map(function () { suspend(); trigger_error("deliberate", E_USER_ERROR); }, [1]);',
];
foreach ($fatal as $name => $code) {
    [$exit, $output] = run_php("$others spawn(function () { $code }); delay(60000); echo 'main goes on';", ['display_errors' => '0']);
    echo "$name: $output, exit code $exit\n";
}
[$exit, $output] = run_php("$others trigger_error('in main', E_USER_ERROR);", ['display_errors' => '0']);
echo "in main: $output, exit code $exit\n";
echo "done\n";
?>
--EXPECT--
E_ERROR: shutdown, exit code 255
memory_limit: shutdown, exit code 255
compile time: shutdown, exit code 255
in a callback: shutdown, exit code 255
in main: shutdown, exit code 255
done
