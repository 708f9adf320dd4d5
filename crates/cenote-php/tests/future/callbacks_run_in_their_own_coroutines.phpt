--TEST--
SPEC 42.4: callbacks run in a coroutine of their own, in order, may wait, and outlive the source
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$f = new Future($s);
$me = current_coroutine()->getId();
$a = $f->map(function ($v) use ($me) { var_dump(current_coroutine()->getId() === $me); delay(2); echo "a\n"; return "$v a"; });
$b = $f->map(function ($v) { echo "b\n"; return "$v b"; });
unset($f);
$s->complete('v');
unset($s);
echo "not yet\n";
var_dump($a->await(), $b->await());
attempt_class(fn () => Future::completed(1)->ignore()->map('no function'));
?>
--EXPECT--
not yet
bool(false)
b
a
string(3) "v a"
string(3) "v b"
TypeError
