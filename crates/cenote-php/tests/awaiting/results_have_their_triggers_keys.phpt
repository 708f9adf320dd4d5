--TEST--
SPEC 37.1: results and errors have their trigger's key; none, a count of 0, too many and a negative one
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$t = fn () => ['a' => spawn(fn () => 1), 5 => spawn(fn () => throw new Exception('x')), 'c' => spawn(fn () => 3)];
[$r, $e] = await_all($t());
echo json_encode($r), ' ', json_encode(array_map(fn ($e) => $e->getMessage(), $e)), "\n";
echo json_encode([await_all([]), await_all_or_fail([]), await_any_or_fail([]), await_first_success([]), await_any_of(0, $t()), await_any_of_or_fail(0, $t())]), "\n";
echo json_encode(await_any_of_or_fail(9, [spawn(fn () => 1), spawn(fn () => 2)])), "\n";
attempt(fn () => await_any_of(-1, []));
attempt(fn () => await_any_of_or_fail(-1, []));
?>
--EXPECT--
{"a":1,"c":3} {"5":"x"}
[[[],[]],[],null,[null,[]],[[],[]],[]]
[1,2]
ValueError: Async\await_any_of(): Argument #1 ($count) must be >= 0
ValueError: Async\await_any_of_or_fail(): Argument #1 ($count) must be >= 0
