--TEST--
SPEC 30, 30.1: who awaits becomes runnable at the tail when the awaited one ends, behind those already queued
--FILE--
<?php
use function Async\{spawn, await, suspend};

$a = spawn(function () {
    echo "a ends\n";
});
$waiter = spawn(function () use ($a) {
    await($a); // already finished: no wait
    echo "waiter 0\n";
});
$b = spawn(function () {
    suspend();
    echo "b ends\n";
});
$w1 = spawn(function () use ($b) { await($b); echo "w1\n"; });
$w2 = spawn(function () use ($b) { await($b); echo "w2\n"; });
$tick = spawn(function () {
    suspend();
    echo "tick 1\n";
    suspend();
    echo "tick 2\n";
});
await($tick);
echo "done\n";
?>
--EXPECT--
a ends
waiter 0
b ends
tick 1
w1
w2
tick 2
done
