--TEST--
SPEC 42.8: getAwaitingInfo()
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$f = (new Future($s))->ignore();
echo json_encode([$s->getAwaitingInfo(), $f->getAwaitingInfo()]), "\n";
$s->complete(1);
echo json_encode([$s->getAwaitingInfo(), $f->getAwaitingInfo()]), "\n";
?>
--EXPECT--
[["FutureState(pending)"],["FutureState(pending)"]]
[["FutureState(completed)"],["FutureState(completed)"]]
