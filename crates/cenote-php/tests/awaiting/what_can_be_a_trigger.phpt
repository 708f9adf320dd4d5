--TEST--
SPEC 37.4: an Awaitable is a trigger, null is passed over, all else is refused; a Channel ends when it is closed
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

foreach (['await_all', 'await_all_or_fail', 'await_any_or_fail', 'await_first_success'] as $f) {
    attempt(fn () => ("Async\\$f")([1]));
    attempt(fn () => ("Async\\$f")('text'));
}
attempt(fn () => await_any_of(1, [new stdClass]));
echo json_encode(await_all([null, 'k' => spawn(fn () => 1), null])), "\n";
$c = new Channel;
spawn(function () use ($c) { delay(1); $c->close(); });
[, $e] = await_all([$c]);
echo get_class($e[0]), ': ', $e[0]->getMessage(), "\n";
[$r] = await_all(['timeout' => timeout(1), 'future' => Future::completed(7)], fillNull: true);
echo json_encode($r), "\n";
var_dump((new ReflectionClass(Awaitable::class))->isInterface(), is_subclass_of(Completable::class, Awaitable::class));
var_dump(new Channel instanceof Completable);
?>
--EXPECT--
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected item to be an Async\Awaitable object
[{"k":1},[]]
Async\ChannelException: Channel is closed
{"timeout":null,"future":7}
bool(true)
bool(true)
bool(false)
