--TEST--
SPEC 41.5: a send() that throws leaves no value behind; one whose value was taken reports the cancellation
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel;
$s = spawn(fn () => $c->send('withdrawn'));
suspend();
var_dump($c->count());
$s->cancel();
suspend();
var_dump($c->count());
attempt(fn () => await($s));
attempt(fn () => $c->send(1, timeout(1)));
var_dump($c->count());
$s = spawn(fn () => $c->send('taken'));
suspend();
echo $c->recv(), "\n";
$s->cancel();
attempt(fn () => await($s));
?>
--EXPECT--
int(1)
int(0)
Async\AsyncCancellation: Coroutine cancelled
Async\OperationCanceledException: Operation has been cancelled
int(0)
taken
Async\AsyncCancellation: Coroutine cancelled
