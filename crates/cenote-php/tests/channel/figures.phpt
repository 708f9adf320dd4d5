--TEST--
SPEC 41.8: count() counts values in slots, not promised ones; isEmpty() and isFull()
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(2);
$show = fn () => print(count($c) . ' ' . ($c->isEmpty() ? 'empty' : '-') . ' ' . ($c->isFull() ? 'full' : '-') . "\n");
$show();
$c->send(1); $show();
$c->send(2); $show();
$c->recv(); $c->recv();
$receivers = [spawn(fn () => $c->recv()), spawn(fn () => $c->recv())];
suspend();
$c->send('promised');
$show();
$c->send('promised too'); $c->send('in a slot'); $c->send('in the other');
$receivers[0]->cancel();
suspend();
$show(); // one was given back
?>
--EXPECT--
0 empty -
1 - -
2 - full
0 empty -
3 - full
