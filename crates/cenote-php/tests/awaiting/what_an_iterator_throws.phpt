--TEST--
SPEC 37.6: what the iterator, a generator's body or getIterator() throws is thrown at once
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

class Bad implements IteratorAggregate { function getIterator(): Iterator { throw new DomainException('getIterator'); } }
$generator = function () { yield spawn(fn () => delay(10000)); throw new DomainException('body'); };
attempt(fn () => await_all(new Bad));
attempt(fn () => await_all($generator()));
attempt(fn () => await_any_or_fail((function () { yield 1; })()));
?>
--EXPECT--
DomainException: getIterator
DomainException: body
Async\AsyncException: Expected item to be an Async\Awaitable object
