--TEST--
SPEC 45.3: CompositeException holds exceptions in order of adding
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$e = new CompositeException('text', 3, new Exception('previous'));
var_dump($e->getExceptions(), $e->getMessage(), $e->getCode(), $e->getPrevious()->getMessage());
$e->addException($a = new Exception('1'));
$e->addException($b = new Error('2'));
var_dump($e->getExceptions() === [$a, $b], (new ReflectionClass($e))->isFinal());
attempt_class(fn () => $e->addException(new stdClass));
$e->addException($e);
unset($a, $b, $e);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
array(0) {
}
string(4) "text"
int(3)
string(8) "previous"
bool(true)
bool(true)
TypeError
bool(true)
