--TEST--
SPEC 41.7: recvAsync() gives a Future in line with the receivers
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(2);
$c->send('there');
$f = $c->recvAsync();
var_dump($f instanceof Future, $f->isCompleted(), $f->await());
$first = $c->recvAsync(); $dropped = $c->recvAsync(); $third = $c->recvAsync();
$dropped->ignore();
unset($dropped);
$c->send(1); $c->send(2);
var_dump($first->isCompleted(), $first->await(), $third->await());
$f = $c->recvAsync();
$c->close();
attempt(fn () => $f->await());
attempt(fn () => $c->recvAsync()->await());
?>
--EXPECT--
bool(true)
bool(true)
string(5) "there"
bool(true)
int(1)
int(2)
Async\ChannelException: Channel is closed
Async\ChannelException: Channel is closed
