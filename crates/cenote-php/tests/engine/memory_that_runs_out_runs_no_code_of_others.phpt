--TEST--
SPEC 30.8: when memory runs out in a coroutine or in the main flow, no code of other coroutines runs, also after the main script's end
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$others = 'use function Async\{spawn, delay, suspend};
    spawn(function () { try { delay(60000); } finally { echo "NOT THIS\n"; } });
    spawn(function () { echo "started\n"; try { suspend(); suspend(); suspend(); delay(60000); } finally { echo "NOR THIS\n"; } });
';
$greedy = 'str_repeat("x", 500_000_000);';
$scripts = [
    'a coroutine, while the main flow waits' => "spawn(function () { suspend(); $greedy }); delay(60000);",
    'a coroutine, after the main script' => "spawn(function () { delay(5); $greedy });",
    'the main flow' => "suspend(); $greedy",
];
foreach ($scripts as $who => $script) {
    [$code, $output] = run_php($others . $script, ['memory_limit' => '64M', 'display_errors' => '0']);
    echo "$who: ", trim($output), ", exit code $code\n";
}
echo "done\n";
?>
--EXPECT--
a coroutine, while the main flow waits: started, exit code 255
a coroutine, after the main script: started, exit code 255
the main flow: started, exit code 255
done
