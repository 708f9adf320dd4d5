--TEST--
SPEC 43.13: cycles through a coroutine that is over, its closures, its result and its error are collected
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Held { public $coroutine; function __destruct() { echo "collected\n"; } }
function result() { $held = new Held(); $held->coroutine = spawn(fn () => $held); await($held->coroutine); }
function error() {
    $error = new class ('e') extends Exception { public $held; };
    $error->held = new Held();
    $error->held->coroutine = spawn(fn () => throw $error);
    try { await($error->held->coroutine); } catch (Exception) {}
}
function closure() { $held = new Held(); $held->coroutine = spawn(function () use ($held) { suspend(); }); await($held->coroutine); }
foreach (['result', 'error', 'closure'] as $make) {
    echo "$make ";
    $make();
    suspend();
    gc_collect_cycles();
}
?>
--EXPECT--
result collected
error collected
closure collected
