--TEST--
SPEC 37.8: when the token ends, the wait does, with its error as previous; the token wins a draw
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$never = new Future($keep = new FutureState);
$never->ignore();
$show = function (callable $f) {
    try { echo json_encode($f()), "\n"; } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), ' <- ', $e->getPrevious() ? get_class($e->getPrevious()) . ': ' . $e->getPrevious()->getMessage() : 'nothing', "\n";
    }
};
$show(fn () => await($never, timeout(1)));
$show(fn () => await($never, spawn(fn () => 'value')));
$show(fn () => await_all([$never], spawn(fn () => throw new Exception('e'))));
$show(fn () => await($never, Future::completed(1)));
$show(fn () => await(Future::completed(1), Future::completed(2)));
$same = spawn(fn () => 5);
$show(fn () => await($same, $same));
$a = spawn(function () { suspend(); return 'a'; });
$show(fn () => await_all([$a], $a));
[$s, $u] = [new FutureState, new FutureState];
spawn(function () use ($s, $u) { $s->complete('awaited'); $u->complete('token'); });
$show(fn () => await(new Future($s), new Future($u)));
[$s, $u] = [new FutureState, new FutureState];
spawn(function () use ($s, $u) { $s->complete('awaited'); suspend(); $u->complete('token'); });
$show(fn () => await(new Future($s), new Future($u)));
$keep->complete(1);
?>
--EXPECT--
Async\OperationCanceledException: Operation has been cancelled <- Async\TimeoutException: Timeout occurred after 1 milliseconds
Async\OperationCanceledException: Operation has been cancelled <- nothing
Async\OperationCanceledException: Operation has been cancelled <- Exception: e
Async\OperationCanceledException: Operation has been cancelled <- nothing
1
5
Async\OperationCanceledException: Operation has been cancelled <- nothing
Async\OperationCanceledException: Operation has been cancelled <- nothing
"awaited"
