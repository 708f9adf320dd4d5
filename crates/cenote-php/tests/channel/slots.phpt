--TEST--
SPEC 41.2: a channel of capacity 0 has one slot, and its sender waits until the value is taken, unless a receiver was waiting
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel;
spawn(function () use ($c) { $c->send(1); echo "sent 1\n"; $c->send(2); echo "sent 2\n"; });
suspend();
echo $c->count(), "\n";
echo $c->recv(), "\n";
echo $c->recv(), "\n";
spawn(function () use ($c) { echo 'received ' . $c->recv() . "\n"; });
suspend();
$c->send(3);
echo "at once\n";
suspend();
$c = new Channel(2);
$c->send(1); $c->send(2);
echo "two slots\n";
?>
--EXPECT--
1
1
sent 1
sent 2
2
at once
received 3
two slots
