--TEST--
SPEC 46.9, 46.8: an error that leaves a Fiber goes to its resumer and to those who await its coroutine, and is never unhandled; so does a cancellation of the coroutine beneath
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
require __DIR__ . '/helpers.inc';

$f = new Fiber(function () { Fiber::suspend(); throw new LogicException('both'); });
$f->start();
$awaiter = spawn(fn() => await($f->getCoroutine()));
suspend();
attempt(fn() => $f->resume());
attempt(fn() => await($awaiter));
var_dump($f->getCoroutine()->getException()->getMessage());

echo "-- nobody asks\n";
$f = new Fiber(fn() => throw new LogicException('swallowed'));
try { $f->start(); } catch (LogicException) { }
$known = $f->getCoroutine();
unset($f, $known);

echo "-- it awaits itself\n";
$f = new Fiber(function () use (&$f) { await($f->getCoroutine()); });
attempt(fn() => $f->start());

echo "-- the coroutine beneath is cancelled\n";
$c = spawn(function () {
    $f = new Fiber(function () { try { delay(60000); } finally { echo "fiber\n"; } });
    try { $f->start(); } finally { echo "coroutine, after the fiber: ", var_export($f->isTerminated(), true), "\n"; }
});
delay(2);
$c->cancel(new Async\AsyncCancellation('beneath'));
attempt(fn() => await($c));

echo "-- exit in a Fiber\n";
register_shutdown_function(fn() => print("shutdown\n"));
(new Fiber(function () { try { exit("exit\n"); } finally { echo "not reached\n"; } }))->start();
?>
--EXPECT--
LogicException: both
LogicException: both
string(4) "both"
-- nobody asks
-- it awaits itself
Error: A coroutine cannot await itself: it would wait for its own end
-- the coroutine beneath is cancelled
fiber
coroutine, after the fiber: true
Async\AsyncCancellation: beneath
-- exit in a Fiber
exit
shutdown
