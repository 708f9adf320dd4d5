--TEST--
SPEC 42.6: isCompleted() and isCancelled()
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$show = fn (Future $f) => print(json_encode([$f->ignore()->isCompleted(), $f->isCancelled()]) . "\n");
$show(new Future($keep = new FutureState));
$show(Future::completed());
$show(Future::failed(new Exception));
$show(Future::failed(new OperationCanceledException));
?>
--EXPECT--
[false,false]
[true,false]
[true,false]
[true,true]
