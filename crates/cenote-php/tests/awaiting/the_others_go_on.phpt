--TEST--
SPEC 37.10: when a function ends early, the others are neither cancelled nor waited for, and their errors count as observed
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$gate = new FutureState();
$open = new Future($gate);
$late = spawn(function () use ($open) { await($open); echo "late goes on\n"; throw new Exception('nobody sees this'); });
echo await_any_or_fail([$late, spawn(fn () => 'first')]), "\n";
unset($late);
$gate->complete(null);
suspend();
attempt(fn () => await_all([spawn(function () { delay(10); throw new Exception('late'); })], timeout(1)));
echo "end\n";
?>
--EXPECT--
first
late goes on
Async\OperationCanceledException: Operation has been cancelled
end
