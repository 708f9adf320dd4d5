--TEST--
SPEC 46.5: at the start of a Fiber, each resumption and each return, others that can run go first, once each; with nobody else it is as on stock
--FILE--
<?php
use function Async\{spawn, await, suspend, protect};

$others = fn(int $turns, string $name) => spawn(function () use ($turns, $name) { for ($i = 1; $i <= $turns; $i++) { echo "$name$i "; suspend(); } });
$fiber = new Fiber(function () { echo "[started] "; Fiber::suspend('value'); echo "[resumed] "; try { Fiber::suspend(); } finally { echo "[thrown] "; } });
$others(7, 'a');
$others(7, 'b');
$seen = $fiber->start();
echo "main has $seen ";
$fiber->resume();
echo "main ";
try { $fiber->throw(new Exception('through')); } catch (Exception $e) { echo $e->getMessage(), ' '; }
echo "\n";
suspend();

echo "\n-- a cancellation that comes on the way back is kept for the next wait\n";
$coroutine = spawn(function () {
    $fiber = new Fiber(fn() => 'returned');
    $fiber->start();
    echo $fiber->getReturn(), "\n";
    try { suspend(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
});
suspend(); // it is about to start the Fiber
suspend(); // the Fiber has returned
$coroutine->cancel(new Async\AsyncCancellation('at the next wait'));
await($coroutine);

echo "-- nobody else\n";
$fiber = new Fiber(function () { echo "1 "; Fiber::suspend(); echo "3 "; });
$fiber->start();
echo "2 ";
$fiber->resume();
echo "4\n";
?>
--EXPECT--
a1 b1 [started] a2 b2 main has value a3 b3 [resumed] a4 b4 main a5 b5 [thrown] a6 b6 through 
a7 b7 
-- a cancellation that comes on the way back is kept for the next wait
returned
at the next wait
-- nobody else
1 2 3 4
