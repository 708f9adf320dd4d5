--TEST--
SPEC 42.2: a second complete() or error() throws, with the place of the first
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$s->ignore();
$s->complete(1);
attempt(fn () => $s->complete(2));
attempt(fn () => $s->error(new Exception));
var_dump(await(new Future($s)));
?>
--EXPECTF--
Async\AsyncException: FutureState is already completed at %scompleted_once.php:8
Async\AsyncException: FutureState is already completed at %scompleted_once.php:8
int(1)
