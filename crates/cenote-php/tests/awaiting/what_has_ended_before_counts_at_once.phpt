--TEST--
SPEC 37.9: what has ended before counts at once, in the triggers' order, without a switch
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$a = spawn(fn () => 1); $b = spawn(fn () => throw new Exception('b')); $c = spawn(fn () => throw new Exception('c'));
await_all([$a, $b, $c]);
$other = spawn(function () { echo "switched\n"; });
echo await_any_or_fail([$a, $other]), "\n";
attempt(fn () => await_all_or_fail([$other, $c, $b]));
echo json_encode(await_any_of_or_fail(1, [$a])), "\n";
echo json_encode(await_first_success([$b, $a, $other])[0]), "\n";
echo "end\n";
?>
--EXPECT--
1
Exception: c
[1]
1
end
switched
