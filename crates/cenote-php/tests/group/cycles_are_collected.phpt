--TEST--
SPEC 40, 34.8: cycles through a group's results, errors, callbacks and waiting tasks are collected
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

class Held { public $one; function __destruct() { echo "collected\n"; } }
function result() { $held = new Held(); $held->one = new TaskGroup(); $held->one->spawn(fn () => $held); await($held->one->all()); }
function callback() { $held = new Held(); $held->one = new TaskGroup(); $held->one->spawn(fn () => suspend()); await($held->one->all()); $held->one->finally(function () use ($held) {}); }
foreach (['result', 'callback'] as $make) {
    echo "$make ";
    $make();
    suspend();
    gc_collect_cycles();
    suspend();
}
?>
--EXPECT--
result collected
callback collected
