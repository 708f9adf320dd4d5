--TEST--
SPEC 45.1: AsyncCancellation is an Error, OperationCanceledException is one; no class Cancellation is declared, but class_alias() declares it, before PHP 8.3 as well
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

var_dump(get_parent_class(AsyncCancellation::class), get_parent_class(OperationCanceledException::class), class_exists('Cancellation'));
var_dump(class_alias('\\async\\asynccancellation', 'Cancellation'));
try { throw new OperationCanceledException('x'); } catch (Cancellation $e) { echo get_class($e), ' ', get_class(new Cancellation), "\n"; }
class Mine extends Cancellation {}
var_dump(new Mine instanceof AsyncCancellation);
class Declared {}
var_dump(class_alias('Declared', 'Alias'), new Alias instanceof Declared);
attempt(fn () => class_alias('Declared'));
attempt(fn () => var_dump(@class_alias('NoSuchClass', 'Other')));
?>
--EXPECT--
string(5) "Error"
string(23) "Async\AsyncCancellation"
bool(false)
bool(true)
Async\OperationCanceledException Async\AsyncCancellation
bool(true)
bool(true)
bool(true)
ArgumentCountError: class_alias() expects at least 2 arguments, 1 given
bool(false)
nothing thrown
