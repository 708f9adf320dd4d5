--TEST--
SPEC 37: each of the six functions returns what its rule says
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$after = fn (int $turns, callable $f) => spawn(function () use ($turns, $f) { while ($turns--) { suspend(); } return $f(); });
$bad = fn () => throw new Exception('bad');
$show = fn ($x) => print(preg_replace('/\{\}/', 'E', json_encode($x)) . "\n");
$show(await_any_or_fail([$after(3, fn () => 'late'), $after(1, fn () => 'early')]));
attempt(fn () => await_any_or_fail([$after(3, fn () => 'late'), $after(1, $bad)]));
$show(await_first_success([$after(1, $bad), $after(2, fn () => 'ok'), $after(3, $bad)]));
$show(await_first_success(['x' => $after(1, $bad), 'y' => $after(2, $bad)]));
$show(await_all_or_fail([$after(2, fn () => 1), $after(1, fn () => 2)]));
attempt(fn () => await_all_or_fail([$after(9, fn () => 1), $after(1, $bad)]));
$show(await_all([$after(2, fn () => 1), $after(1, $bad)]));
$show(await_any_of_or_fail(2, [$after(3, fn () => 1), $after(1, fn () => 2), $after(2, fn () => 3)]));
attempt(fn () => await_any_of_or_fail(2, [$after(3, fn () => 1), $after(1, $bad), $after(2, fn () => 3)]));
$show(await_any_of(2, [$after(3, fn () => 1), $after(1, $bad), $after(2, fn () => 3), $after(9, $bad)]));
$show(await_any_of(2, [$after(1, $bad), $after(2, fn () => 3)]));
?>
--EXPECT--
"early"
Exception: bad
["ok",[E]]
[null,{"x":E,"y":E}]
[1,2]
Exception: bad
[[1],{"1":E}]
{"1":2,"2":3}
Exception: bad
[{"0":1,"2":3},{"1":E}]
[{"1":3},[E]]
