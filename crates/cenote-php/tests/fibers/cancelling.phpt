--TEST--
SPEC 46.7: cancelling the coroutine of a Fiber: in a wait, in Fiber::suspend(), before it is resumed, after its end
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};
require __DIR__ . '/helpers.inc';

echo "-- in a wait: it reaches the resumer\n";
$f = new Fiber(function () { try { delay(60000); } finally { echo "finally\n"; } });
spawn(function () use ($f) { suspend(); suspend(); $f->getCoroutine()->cancel(new Async\AsyncCancellation('in a wait')); });
attempt(fn() => $f->start());
var_dump($f->isTerminated(), $f->getCoroutine()->isCancelled());

echo "-- the outer one, while the inner one waits\n";
$outer = new Fiber(function () { $inner = new Fiber(function () { try { delay(60000); } finally { echo "inner finally\n"; } }); $inner->start(); });
spawn(function () use ($outer) { suspend(); suspend(); suspend(); $outer->getCoroutine()->cancel(new Async\AsyncCancellation('outer')); });
attempt(fn() => $outer->start());

echo "-- behind a shield\n";
$f = new Fiber(function () { protect(function () { delay(5); echo "protected\n"; }); echo "not reached\n"; });
spawn(function () use ($f) { suspend(); suspend(); $f->getCoroutine()->cancel(new Async\AsyncCancellation('after the shield')); });
attempt(fn() => $f->start());

echo "-- in Fiber::suspend()\n";
$f = new Fiber(function () { try { Fiber::suspend(); } finally { echo "finally\n"; } });
$f->start();
$c = $f->getCoroutine();
$c->cancel(new Async\AsyncCancellation('in suspend'));
var_dump($c->isCompleted());
suspend(); suspend();
var_dump($c->isCompleted(), $c->isCancelled(), $f->isTerminated());
attempt(fn() => $f->resume());

echo "-- it goes on\n";
$f = new Fiber(function () use (&$waited) {
    try { Fiber::suspend(); } catch (Async\AsyncCancellation) { echo "caught\n"; }
    delay(1);
    $waited = true;
    return Fiber::suspend('nobody sees this');
});
$f->start();
$f->getCoroutine()->cancel();
while (!$waited || !$f->isSuspended()) {
    delay(1);
}
$f->resume('result');
var_dump($f->getReturn(), $f->getCoroutine()->getResult());

echo "-- resumed before its turn\n";
$f = new Fiber(function () { try { return Fiber::suspend(); } catch (Async\AsyncCancellation) { return 'cancelled'; } });
$f->start();
$f->getCoroutine()->cancel();
attempt(fn() => $f->resume('value'));
var_dump($f->getReturn());

echo "-- it cancels itself, and suspends or waits\n";
foreach ([fn() => Fiber::suspend(), fn() => delay(60000)] as $stop) {
    $f = new Fiber(function () use ($stop) { Async\current_coroutine()->cancel(new Async\AsyncCancellation('itself')); $stop(); });
    attempt(fn() => $f->start());
}
$f = new Fiber(function () { Async\current_coroutine()->cancel(); return 'without a wait'; });
$f->start();
suspend();
var_dump($f->getReturn(), $f->getCoroutine()->isCancelled());

echo "-- over: no effect\n";
$f->getCoroutine()->cancel();
var_dump($f->getCoroutine()->isCancelled(), $f->getCoroutine()->getResult());

echo "-- another error than the cancellation\n";
$f = new Fiber(function () { try { Fiber::suspend(); } finally { throw new LogicException('instead'); } });
$f->start();
$f->getCoroutine()->cancel();
suspend(); suspend();
attempt(fn() => await($f->getCoroutine()));
set_exception_handler(fn($e) => print('reported: ' . $e->getMessage() . "\n"));
$g = new Fiber(function () { try { Fiber::suspend(); } finally { throw new LogicException('nobody awaits'); } });
$g->start();
$g->getCoroutine()->cancel();
echo "done\n";
?>
--EXPECT--
-- in a wait: it reaches the resumer
finally
Async\AsyncCancellation: in a wait
bool(true)
bool(true)
-- the outer one, while the inner one waits
inner finally
Async\AsyncCancellation: outer
-- behind a shield
protected
Async\AsyncCancellation: after the shield
-- in Fiber::suspend()
bool(false)
finally
bool(true)
bool(true)
bool(true)
FiberError: Cannot resume a fiber that is not suspended
-- it goes on
caught
string(6) "result"
string(6) "result"
-- resumed before its turn
string(9) "cancelled"
-- it cancels itself, and suspends or waits
Async\AsyncCancellation: itself
Async\AsyncCancellation: itself
string(14) "without a wait"
bool(false)
-- over: no effect
bool(false)
string(14) "without a wait"
-- another error than the cancellation
LogicException: instead
done
reported: nobody awaits
