--TEST--
SPEC 37.5: a Traversable is iterated in a coroutine of its own, may wait, and is cancelled when the function returns
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$me = current_coroutine()->getId();
$generator = function () use ($me) {
    try {
        echo current_coroutine()->getId() === $me ? 'mine' : 'its own', "\n";
        yield 'a' => $a = spawn(function () { delay(1); echo "a ended\n"; return 1; });
        await($a);
        echo "second\n";
        yield 'b' => spawn(fn () => 2);
    } finally {
        echo "left\n";
    }
};
echo json_encode(await_all($generator())), "\n";
$endless = function () {
    try {
        while (true) { yield spawn(fn () => 'first'); delay(10000); }
    } finally {
        echo "cancelled\n";
    }
};
echo await_any_or_fail($endless()), "\n";
suspend();
echo json_encode(await_all(new ArrayIterator(['x' => spawn(fn () => 3)]))), "\n";
?>
--EXPECT--
its own
a ended
second
left
[{"a":1,"b":2},[]]
first
cancelled
[{"x":3},[]]
