--TEST--
SPEC 38.1: a coroutine belongs to the scope of its spawner; an iteration and finally() callbacks belong below it, so that waiting for the scope includes them
--FILE--
<?php
use Async\Scope;
use function Async\{await_all, spawn, suspend, timeout};

$s = new Scope();
$s->spawn(function () {
    spawn(function () {
        spawn(function () { suspend(); echo "grandchild\n"; })->finally(function () { suspend(); echo "its callback\n"; });
        echo "child\n";
    });
});
$s->spawn(function () {
    await_all((function () { suspend(); yield spawn(fn () => print("from the iteration\n")); })());
});
$s->awaitCompletion(timeout(60000));
echo "finished\n";
// The main scope has no object: what is spawned at top level is in no other one.
$t = new Scope();
spawn(function () { suspend(); echo "outside\n"; });
$t->awaitCompletion(timeout(60000));
echo "nothing to wait for\n";
?>
--EXPECT--
child
grandchild
from the iteration
its callback
finished
nothing to wait for
outside
