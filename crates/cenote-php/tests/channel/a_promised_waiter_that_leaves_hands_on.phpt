--TEST--
SPEC 41.4: a waiter that leaves hands its promise on to the next oldest, or takes its value back, although it has not run yet
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(1);
$first = spawn(function () use ($c) { try { $c->recv(); } catch (AsyncCancellation) { echo "first left\n"; } });
spawn(function () use ($c) { echo 'second gets ' . $c->recv() . "\n"; });
suspend();
$c->sendAsync('v');
$first->cancel();
delay(1);
$c->send(1);
$sender = spawn(function () use ($c) { try { $c->send(2); } catch (AsyncCancellation) { echo "sender left\n"; } });
spawn(function () use ($c) { $c->send(3); echo "3 sent\n"; });
suspend();
echo $c->recv(), "\n"; // the value of 2 moves into the slot
$sender->cancel();
echo $c->recv(), "\n";
$alone = spawn(fn () => $c->recv());
suspend();
$c->sendAsync('free again');
$alone->cancel();
delay(1);
echo $c->recv(), "\n";
?>
--EXPECT--
first left
second gets v
1
3
sender left
3 sent
free again
