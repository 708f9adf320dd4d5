--TEST--
SPEC 37.2: preserveKeyOrder chooses between the order of the triggers and that of ending; the keys stay
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$t = fn () => ['slow' => spawn(function () { delay(3); return 1; }), 'bad' => spawn(fn () => throw new Exception), 'fast' => spawn(fn () => 2)];
foreach ([true, false] as $keep) {
    echo implode(',', array_keys(await_all($t(), null, $keep)[0])), "\n";
    $s = ['slow' => spawn(function () { delay(3); return 1; }), 'fast' => spawn(fn () => 2)];
    echo implode(',', array_keys(await_all_or_fail($s, preserveKeyOrder: $keep))), ' ', implode(',', array_keys(await_any_of_or_fail(2, $s, preserveKeyOrder: $keep))), "\n";
    $s = ['s' => spawn(function () { delay(3); throw new Exception; }), 'f' => spawn(fn () => throw new Exception)];
    echo implode(',', array_keys(await_any_of(1, $s, null, $keep)[1])), "\n";
}
?>
--EXPECT--
slow,fast
slow,fast slow,fast
s,f
fast,slow
fast,slow slow,fast
f,s
