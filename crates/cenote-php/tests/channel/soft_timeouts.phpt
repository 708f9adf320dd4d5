--TEST--
SPEC 41.13: soft timeouts keep nobody alive, and close at once with DEADLOCK when nothing else can run
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$begin = hrtime(true);
$c = new Channel(0, 60000);
$other = spawn(function () use ($c) { try { $c->recv(); } catch (ChannelException $e) { echo $e->reason->name, "\n"; } return 'goes on'; });
echo await($other), "\n";
$c = new Channel(0, 0, 60000);
spawn(function () use ($c) { try { $c->send(1); } catch (ChannelException $e) { echo 'at the end: ', $e->reason->name, "\n"; } });
register_shutdown_function(function () use ($begin) { var_dump(hrtime(true) - $begin < 20_000_000_000); });
?>
--EXPECT--
DEADLOCK
goes on
at the end: DEADLOCK
bool(true)
