--TEST--
SPEC 44.6: a signal that a Future waits for comes at the next switch, also of coroutines that do nothing but suspend
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, signal, spawn, suspend};

$future = signal(Signal::SIGUSR1);
$suspending = function () use ($future): int {
    for ($turns = 0; $turns < 100 && !$future->isCompleted(); $turns++) {
        suspend();
    }
    return $turns;
};
$others = [spawn($suspending), spawn($suspending)];
suspend();
posix_kill(posix_getpid(), 10);
var_dump(await($others[0]) < 5, await($others[1]) < 5, await($future) === Signal::SIGUSR1);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
