--TEST--
SPEC 41.9: close() fails those who wait, after it has returned; values in slots can still be received
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel;
$r = spawn(function () use ($c) { attempt(fn () => $c->recv()); });
suspend();
$c->close();
echo "closed\n";
suspend();
var_dump($c->isClosed());
$c->close();
$c = new Channel(1);
$c->send('kept');
spawn(function () use ($c) { attempt(fn () => $c->send('waiting')); });
suspend();
$c->close();
echo $c->recv(), "\n";
attempt(fn () => $c->recv());
delay(1);
$c = new Channel;
spawn(function () use ($c) { attempt(fn () => $c->send('held')); });
suspend();
$c->close();
var_dump($c->count());
suspend();
$c = new Channel;
$c->sendAsync('of sendAsync');
$c->close();
echo $c->recv(), "\n";
$c = new Channel(1);
spawn(function () use ($c) { echo 'promised: ' . $c->recv() . "\n"; });
suspend();
$c->send('x');
$c->close();
suspend();
$c = new Channel;
spawn(function () use ($c) { $c->send('taken'); echo "sender succeeds\n"; });
suspend();
$c->recv();
$c->close();
suspend();
?>
--EXPECT--
closed
Async\ChannelException: Channel is closed
bool(true)
kept
Async\ChannelException: Channel is closed
Async\ChannelException: Channel is closed
int(0)
Async\ChannelException: Channel is closed
of sendAsync
promised: x
sender succeeds
