--TEST--
SPEC 46.4, 46.6, 46.3: a wait in a Fiber parks it and those who resumed it; suspending without a Fiber and resuming one that waits are stock's errors; handlers stay those of the coroutine
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$ticks = 0;
$ticker = spawn(function () use (&$ticks) { for (; $ticks < 3; $ticks++) { delay(2); } });
$inner = null;
$outer = new Fiber(function () use (&$inner, $ticker) {
    $inner = new Fiber(function () use ($ticker) { await($ticker); return 'inner'; });
    $inner->start();
    return $inner->getReturn() . ', then outer';
});
$outer->start();
var_dump($ticks, $outer->getReturn());

echo "-- by its state\n";
$fiber = new Fiber(function () { delay(10); });
$c = spawn(function () use ($fiber) { $fiber->start(); });
delay(2);
$flow = $fiber->getCoroutine();
var_dump($flow->isSuspended(), $flow->isRunning(), $c->isSuspended(), $flow->getTrace()[0]['function'], basename($flow->getTrace()[0]['file']));
foreach (['resume', 'start'] as $method) {
    try { $fiber->$method(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
}
await($c);
var_dump($flow->isCompleted());

echo "-- without a Fiber\n";
foreach (['main' => fn($f) => $f(), 'coroutine' => fn($f) => await(spawn($f))] as $where => $run) {
    try { $run(fn() => Fiber::suspend()); } catch (FiberError $e) { echo "$where: ", $e->getMessage(), "\n"; }
}

echo "-- values, exceptions and generators as on stock\n";
$fiber = new Fiber(function ($x) {
    $generator = (function () { $y = yield 1; yield Fiber::suspend("in a generator, $y"); })();
    $generator->current();
    echo $generator->send('sent'), "\n";
    try { Fiber::suspend($x); } catch (LogicException $e) { return $e->getMessage(); }
});
var_dump($fiber->start('x'));
var_dump($fiber->resume('resumed'));
$fiber->throw(new LogicException('thrown in'));
var_dump($fiber->getReturn());

echo "-- the coroutine's error handler and buffer\n";
await(spawn(function () {
    ob_start();
    set_error_handler(fn($level, $text) => print("handler: $text\n"));
    $fiber = new Fiber(function () { trigger_error('first'); Fiber::suspend(); delay(1); trigger_error('second'); set_error_handler(fn() => print("inner\n")); });
    $fiber->start();
    $fiber->resume();
    trigger_error('third');
    echo strtoupper(ob_get_clean());
}));
echo "done\n";
?>
--EXPECT--
int(3)
string(17) "inner, then outer"
-- by its state
bool(true)
bool(false)
bool(true)
string(11) "Async\delay"
string(11) "waiting.php"
Cannot resume a fiber that is not suspended
Cannot start a fiber that has already been started
bool(true)
-- without a Fiber
main: Cannot suspend outside of a fiber
coroutine: Cannot suspend outside of a fiber
-- values, exceptions and generators as on stock
string(20) "in a generator, sent"
resumed
string(1) "x"
string(9) "thrown in"
-- the coroutine's error handler and buffer
HANDLER: FIRST
HANDLER: SECOND
INNER
done
