--TEST--
SPEC 37.1, 37.3: fillNull gives null for each trigger without a value; where none is asked for there is nothing to fill
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$t = fn () => ['a' => spawn(fn () => throw new Exception('x')), 'b' => spawn(fn () => 2), 'c' => spawn(function () { delay(50); return 3; })];
[$r, $e] = await_all($t(), fillNull: true);
echo json_encode($r), ' ', implode(',', array_keys($e)), "\n";
[$r, $e] = await_any_of(1, $t(), fillNull: true);
echo json_encode($r), ' ', implode(',', array_keys($e)), "\n";
echo json_encode(await_any_of(0, ['a' => Future::completed(1)->ignore(), 'b' => spawn(fn () => 2)], fillNull: true)), "\n";
?>
--EXPECT--
{"a":null,"b":2,"c":3} a
{"a":null,"b":2,"c":null} a
[[],[]]
