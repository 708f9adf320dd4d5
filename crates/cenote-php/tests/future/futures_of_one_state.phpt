--TEST--
SPEC 42.1: all Futures of a state share its result, and each await throws the same exception
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
[$a, $b] = [new Future($s), new Future($s)];
$s->complete('v');
var_dump($a->await(), await($b), $a->isCompleted(), $s->isCompleted());
$e = new Exception('x');
$f = Future::failed($e);
foreach ([1, 2] as $_) { try { $f->await(); } catch (Exception $c) { var_dump($c === $e); } }
attempt(fn () => (new Future($GLOBALS['pending'] = new FutureState))->await(timeout(1)));
?>
--EXPECT--
string(1) "v"
string(1) "v"
bool(true)
bool(true)
bool(true)
bool(true)
Async\OperationCanceledException: Operation has been cancelled
