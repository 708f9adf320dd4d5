--TEST--
SPEC 41.8: count() counts values, promised ones too; isEmpty() and isFull()
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
spawn(fn () => $c->recv());
suspend();
$c->send('promised');
$show();
?>
--EXPECT--
0 empty -
1 - -
2 - full
1 - -
