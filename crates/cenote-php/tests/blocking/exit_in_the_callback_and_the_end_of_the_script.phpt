--TEST--
SPEC 44.14: exit() in on_blocking()'s callback ends the script; a run that blocks at the very end of the script, in the destructor of an object that lives to the end, and in one after a fatal error, disturbs nothing
--FILE--
<?php
$php = PHP_BINARY . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' -d cenote.block_threshold_ms=150 -d display_errors=0 -d log_errors=0';
$head = 'require ' . var_export(__DIR__ . '/block.inc', true) . ';
    use function Async\{await, delay, on_blocking, spawn};
    class Last { function __destruct() { compute(200); echo "destroyed\n"; } }
    $tick = function () { for ($i = 0; $i < 60; $i++) delay(5); };
    on_blocking(function ($run) { echo "told of ", $run["function"] ?? "PHP code", "\n"; });
    ';
$scripts = [
    'exit in the callback' => 'on_blocking(function () { echo "bye\n"; exit(7); });
        $ticker = spawn(function () { try { while (true) delay(5); } finally { echo "unwound\n"; } });
        delay(20); block(400); delay(2000); echo "went on\n";',
    'the last statement' => '$ticker = spawn($tick); delay(20); block(400);',
    'a coroutine after the last statement' => 'spawn($tick); spawn(fn () => compute(400));',
    'a destructor at the end' => '$last = new Last; await(spawn($tick));',
    'a fatal error' => '$last = new Last; spawn($tick); delay(20); block(400); trigger_error("fatal", E_USER_ERROR);',
    'a callback that is told for ever' => 'on_blocking(function () { echo "told\n"; delay(1_000_000); }); spawn($tick); delay(20); block(400); delay(50);
        Async\spawn(function () { delay(300); exit(3); });',
];
foreach ($scripts as $name => $script) {
    $output = [];
    exec("$php -r " . escapeshellarg($head . $script) . ' 2>&1', $output, $code);
    echo "$name: ", implode(', ', $output), " ($code)\n";
}
?>
--EXPECT--
exit in the callback: bye, unwound (7)
the last statement: told of usleep (0)
a coroutine after the last statement: told of PHP code (0)
a destructor at the end: destroyed (0)
a fatal error:  (255)
a callback that is told for ever: told (3)
