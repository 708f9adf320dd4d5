--TEST--
SPEC 43.12: current_coroutine() at top level is the main flow's, before anything is spawned too
--FILE--
<?php
use function Async\{await, current_coroutine, spawn};

$main = current_coroutine();
var_dump($main instanceof Async\Coroutine, $main->isStarted(), $main->isRunning());
var_dump(await(spawn(fn () => current_coroutine() === $main)), current_coroutine() === $main);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
