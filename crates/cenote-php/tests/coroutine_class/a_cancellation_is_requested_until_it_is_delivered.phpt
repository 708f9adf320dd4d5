--TEST--
SPEC 43.2: isCancellationRequested() until the cancellation is delivered; isCancelled() only of one that ended by it
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, current_coroutine, delay, protect, spawn, suspend};

$show = fn (Async\Coroutine $c) => printf("%d %d\n", $c->isCancellationRequested(), $c->isCancelled());
$c = spawn(function () { delay(1000); });
$show($c);
suspend();
$c->cancel();
$show($c);
suspend();
suspend();
$show($c);

$caught = spawn(function () { try { delay(1000); } catch (AsyncCancellation) { delay(1); } return 'returned'; });
suspend();
$caught->cancel();
suspend();
$show($caught);
echo await($caught), ' ';
$show($caught);

$shielded = spawn(function () { protect(function () { delay(2); }); });
suspend();
$shielded->cancel();
$show($shielded);
try { await($shielded); } catch (AsyncCancellation) {}
$show($shielded);

$self = spawn(function () use ($show) { current_coroutine()->cancel(); $show(current_coroutine()); });
suspend();
suspend();
$show($self);
?>
--EXPECT--
0 0
1 0
0 1
0 0
returned 0 0
1 0
0 1
1 0
0 1
