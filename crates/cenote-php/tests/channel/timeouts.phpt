--TEST--
SPEC 41.12: the timeouts run while somebody waits, anew after each operation that relieves them, and close for all
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(0, 400, 0, true); // longer than each wait, shorter than all together
spawn(function () use ($c) { foreach ([1, 2, 3, 4, 5] as $n) { delay(100); $c->send($n); } });
try { while (true) { echo $c->recv(), "\n"; } } catch (ChannelException $e) { echo $e->reason->name, "\n"; }
$c = new Channel(1, 0, 5, true);
$c->send(1);
$senders = [];
foreach (['a', 'b'] as $name) { $senders[] = spawn(function () use ($c, $name) { try { $c->send($name); } catch (ChannelException $e) { echo "$name ", $e->reason->name, "\n"; } }); }
await_all($senders);
var_dump($c->isClosed(), $c->recv());
$c = new Channel(1, 5, 5, true);
$c->send(1);
delay(10);
var_dump($c->isClosed()); // nobody waited
?>
--EXPECT--
1
2
3
4
5
NO_PRODUCERS
a NO_CONSUMERS
b NO_CONSUMERS
bool(true)
int(1)
bool(false)
