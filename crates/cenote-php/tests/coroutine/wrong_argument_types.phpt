--TEST--
SPEC 30: wrong argument types and counts are TypeError and ArgumentCountError in the engine's wording
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await, await_all, await_all_or_fail, delay, timeout, protect, suspend, current_coroutine};

attempt(fn() => spawn('no_such_function'));
attempt(fn() => spawn(12));
attempt(fn() => spawn());
attempt(fn() => await('x'));
attempt(fn() => await(new stdClass));
attempt(fn() => await(null));
attempt(fn() => await(spawn(fn() => 1), 'x'));
attempt(fn() => await_all('x'));
attempt(fn() => await_all_or_fail(1));
attempt(fn() => delay('soon'));
attempt(fn() => delay());
attempt(fn() => delay([]));
attempt(fn() => timeout('soon'));
attempt(fn() => protect('no_such_function'));
attempt(fn() => suspend(1));
attempt(fn() => current_coroutine(1));
$c = spawn(fn() => 1);
attempt(fn() => $c->cancel('x'));
attempt(fn() => $c->cancel(new Exception));
attempt(fn() => $c->onFinally('no_such_function'));
attempt(fn() => $c->getId(1));
echo "done\n";
?>
--EXPECTF--
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, function "no_such_function" not found or invalid function name
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
ArgumentCountError: Async\spawn() expects at least 1 argument, 0 given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, string given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, stdClass given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, null given
TypeError: Async\await(): Argument #2 ($cancellation) must be of type ?Async\Completable, string given
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
TypeError: Async\delay(): Argument #1 ($ms) must be of type int, string given
ArgumentCountError: Async\delay() expects exactly 1 argument, 0 given
TypeError: Async\delay(): Argument #1 ($ms) must be of type int, array given
TypeError: Async\timeout(): Argument #1 ($ms) must be of type int, string given
TypeError: Async\protect(): Argument #1 ($closure) must be of type Closure, string given
ArgumentCountError: Async\suspend() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\current_coroutine() expects exactly 0 arguments, 1 given
TypeError: Async\Coroutine::cancel(): Argument #1 (%s) must be of type ?Async\AsyncCancellation, string given
TypeError: Async\Coroutine::cancel(): Argument #1 (%s) must be of type ?Async\AsyncCancellation, Exception given
TypeError: Async\Coroutine::onFinally(): Argument #1 (%s) must be a valid callback, function "no_such_function" not found or invalid function name
ArgumentCountError: Async\Coroutine::getId() expects exactly 0 arguments, 1 given
done
