--TEST--
SPEC 41.10: a ChannelException has a reason and its text
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$show = function (callable $f) { try { $f(); } catch (ChannelException $e) { echo $e->reason->name, ' ', $e->reason->value, ': ', $e->getMessage(), "\n"; } };
$c = new Channel;
$c->close();
$show(fn () => $c->send(1));
$show(fn () => $c->recv());
$c = new Channel;
$f = $c->recvAsync();
unset($c);
$show(fn () => $f->await());
$c = new Channel(0, 1, 0, true);
$show(fn () => $c->recv());
$c = new Channel(0, 0, 1, true);
$show(fn () => $c->send(1));
$c = new Channel(0, 1000);
$show(fn () => $c->recv());
foreach (ChannelCloseReason::cases() as $case) { echo "$case->name = $case->value\n"; }
?>
--EXPECT--
EXPLICIT explicit: Channel is closed
EXPLICIT explicit: Channel is closed
DISPOSED disposed: Channel disposed
NO_PRODUCERS no producers timeout: Channel deadlock: no producers
NO_CONSUMERS no consumers timeout: Channel deadlock: no consumers
DEADLOCK deadlock: Channel deadlock
EXPLICIT = explicit
DISPOSED = disposed
NO_PRODUCERS = no producers timeout
NO_CONSUMERS = no consumers timeout
DEADLOCK = deadlock
SCOPE_DISPOSED = scope disposed
