--TEST--
SPEC 44.10: get_coroutines() has those that are not over, in order of creation; the main flow is one from the first use of a function that can wait or spawn
--FILE--
<?php
use function Async\{await, coroutines, current_coroutine, get_coroutines, runtime_stats, spawn, suspend};

echo count(get_coroutines()), count(coroutines()), ' ', runtime_stats()['coroutines_total'], "\n";
suspend();
echo count(get_coroutines()), ' ', runtime_stats()['coroutines_total'], "\n";
$main = current_coroutine();
$a = spawn(function (): void { suspend(); suspend(); });
$b = spawn(fn () => null);
var_dump(get_coroutines() === [$main, $a, $b]);
await($b);
var_dump(get_coroutines() === [$main, $a]);
?>
--EXPECT--
01 0
1 1
bool(true)
bool(true)
