--TEST--
SPEC 41.11: a token ends the wait, and the channel stays open
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel;
attempt(fn () => $c->recv(timeout(1)));
attempt(fn () => $c->send(1, timeout(1)));
var_dump($c->isClosed(), $c->isEmpty());
$c->sendAsync(5);
var_dump($c->recv(timeout(1000)));
?>
--EXPECT--
Async\OperationCanceledException: Operation has been cancelled
Async\OperationCanceledException: Operation has been cancelled
bool(false)
bool(true)
int(5)
