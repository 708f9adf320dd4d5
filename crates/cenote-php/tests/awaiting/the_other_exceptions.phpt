--TEST--
SPEC 45.2: the classes of exceptions and their parents
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

foreach (['AsyncException', 'ChannelException', 'ContextException', 'ServiceUnavailableException', 'TimeoutException', 'PoolException', 'DeadlockError', 'InputOutputException', 'DnsException', 'PollException', 'CompositeException'] as $name) {
    echo $name, ' < ', get_parent_class("Async\\$name"), "\n";
}
?>
--EXPECT--
AsyncException < Exception
ChannelException < Async\AsyncException
ContextException < Async\AsyncException
ServiceUnavailableException < Async\AsyncException
TimeoutException < Async\PoolException
PoolException < Async\AsyncException
DeadlockError < Error
InputOutputException < Exception
DnsException < Exception
PollException < Exception
CompositeException < Exception
