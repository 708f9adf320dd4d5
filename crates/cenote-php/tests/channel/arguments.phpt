--TEST--
SPEC 41.1: out of range arguments are refused with their text
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

foreach ([[-1], [2147483648], [0, -1], [0, 2147483648], [0, 0, -1]] as $args) { attempt(fn () => new Channel(...$args)); }
var_dump((new Channel(2147483647))->capacity(), (new Channel)->capacity());
?>
--EXPECT--
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #2 ($noProducerTimeout) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #2 ($noProducerTimeout) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #3 ($noConsumerTimeout) must be between 0 and 2147483647
int(2147483647)
int(0)
