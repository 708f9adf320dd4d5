--TEST--
SPEC 30.2: a coroutine that has cancelled itself gets the cancellation where it would wait, before anybody else runs
--FILE--
<?php
use function Async\{await, current_coroutine, spawn, suspend};

$cancelled = spawn(function () {
    suspend();
    current_coroutine()->cancel(new Async\AsyncCancellation('by myself'));
    try {
        suspend();
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
});
$other = spawn(function () {
    suspend();
    echo "the other one\n";
});
await($cancelled);
await($other);
?>
--EXPECT--
by myself
the other one
