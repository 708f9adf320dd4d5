--TEST--
SPEC 45.4: what ends by an AsyncCancellation is never reported
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

spawn(fn () => throw new AsyncCancellation('own'));
spawn(fn () => throw new OperationCanceledException('operation'));
spawn(fn () => await(new Future($GLOBALS['s'] = new FutureState), timeout(1)));
$f = Future::failed(new AsyncCancellation('future'));
$f->map(fn () => 1)->ignore();
unset($f);
delay(5);
echo "done\n";
?>
--EXPECT--
done
