--TEST--
SPEC 41.6: sendAsync() says whether the value is in, and needs no receiver
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel;
var_dump($c->sendAsync(1), $c->count(), $c->isFull(), $c->sendAsync(2), $c->recv());
$c = new Channel(1);
$c->send(1);
spawn(fn () => $c->send(2));
suspend();
$c->recv();
var_dump($c->sendAsync(3)); // the slot is promised
suspend();
var_dump($c->recv());
$c->close();
var_dump($c->sendAsync(4));
?>
--EXPECT--
bool(true)
int(1)
bool(true)
bool(false)
int(1)
bool(false)
int(2)
bool(false)
