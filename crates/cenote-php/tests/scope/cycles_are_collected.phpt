--TEST--
SPEC 38, 39.6, 34.8: cycles through a scope's handlers, and through contexts, are collected
--FILE--
<?php
use Async\{Context, Scope};
use function Async\{coroutine_context, await, spawn};

class Held { public $one; function __destruct() { echo "collected\n"; } }
function handler() { $held = new Held(); $held->one = new Scope(); $held->one->setExceptionHandler(function () use ($held) {}); }
function value() { $held = new Held(); $held->one = new Context(); $held->one->set('key', $held); }
function key_object() { $held = new Held(); $held->one = new Context(); $held->one->set($held, 1); }
function coroutine() { $held = new Held(); $held->one = spawn(function () use ($held) { coroutine_context()->set('key', $held); }); await($held->one); }
foreach (['handler', 'value', 'key_object', 'coroutine'] as $make) {
    echo "$make ";
    $make();
    Async\suspend();
    gc_collect_cycles();
}
?>
--EXPECT--
handler collected
value collected
key_object collected
coroutine collected
