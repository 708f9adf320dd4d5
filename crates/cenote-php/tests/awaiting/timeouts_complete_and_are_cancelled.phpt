--TEST--
SPEC 44.1: timeout() fails with its text, can be cancelled for good, and counts from the call
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

attempt(fn () => timeout(0));
attempt(fn () => timeout(-1));
attempt(fn () => await(timeout(2)));
$t = timeout(1);
var_dump($t->isCompleted(), $t->isCancelled());
usleep(2000);
var_dump($t->isCompleted(), $t->isCancelled());
$t = timeout(10000);
$t->cancel();
$t->cancel(new AsyncCancellation('second'));
var_dump($t->isCompleted(), $t->isCancelled());
attempt(fn () => await($t));
$t = timeout(1000);
$t->cancel(new AsyncCancellation('own'));
attempt(fn () => await($t));
$t = timeout(20);
$end = hrtime(true) + 25_000_000;
while (hrtime(true) < $end) {}
$begin = hrtime(true);
attempt(fn () => await($t));
var_dump(hrtime(true) - $begin < 15_000_000);
attempt_class(fn () => new Async\Timeout);
?>
--EXPECT--
ValueError: Timeout value must be greater than 0
ValueError: Timeout value must be greater than 0
Async\TimeoutException: Timeout occurred after 2 milliseconds
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
Async\AsyncCancellation: Timeout has been cancelled
Async\AsyncCancellation: own
Async\TimeoutException: Timeout occurred after 20 milliseconds
bool(true)
Error
