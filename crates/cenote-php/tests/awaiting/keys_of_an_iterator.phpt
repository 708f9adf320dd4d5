--TEST--
SPEC 37.7: int and string keys stay, null is the next free index, others are refused; one trigger may have several keys
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$one = spawn(fn () => 1);
$keys = function (array $keys) use ($one) { foreach ($keys as $key) { yield $key => $one; } };
echo json_encode(await_all_or_fail($keys([7, 'x', null, 3, null]))), "\n";
attempt(fn () => await_all($keys([1.5])));
attempt(fn () => await_all($keys([new stdClass])));
echo json_encode(await_all_or_fail(['a' => $one, 'b' => $one])), "\n";
?>
--EXPECT--
{"7":1,"x":1,"8":1,"3":1,"9":1}
Async\AsyncException: Invalid key type: must be string, long or null
Async\AsyncException: Invalid key type: must be string, long or null
{"a":1,"b":1}
