--TEST--
SPEC 45.1: AsyncCancellation is an Error, OperationCanceledException is one; no class Cancellation is declared
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

var_dump(get_parent_class(AsyncCancellation::class), get_parent_class(OperationCanceledException::class), class_exists('Cancellation'));
if (PHP_VERSION_ID >= 80300) { // before, a class of an extension has no alias
    class_alias(AsyncCancellation::class, 'Cancellation');
    try { throw new OperationCanceledException('x'); } catch (Cancellation $e) {}
}
echo "x\n";
?>
--EXPECT--
string(5) "Error"
string(23) "Async\AsyncCancellation"
bool(false)
x
