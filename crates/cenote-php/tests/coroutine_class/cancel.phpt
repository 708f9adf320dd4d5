--TEST--
SPEC 43.9: cancel(): the first undelivered cancellation counts, after a caught one the next is delivered, and it takes nothing but an AsyncCancellation
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, current_coroutine, delay, spawn, suspend};

$c = spawn(function () {
    for ($i = 0; $i < 2; $i++) {
        try { delay(1000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    }
    delay(1000);
});
suspend();
$c->cancel();
$c->cancel(new AsyncCancellation('not this one'));
suspend();
$c->cancel(new AsyncCancellation('second'));
suspend();
$c->cancel(new AsyncCancellation('third'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
try { $c->cancel(new Exception()); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }

// One that cancels itself goes on to its next wait; without one, it counts as cancelled all the same.
$waits = spawn(function () { current_coroutine()->cancel(); echo "goes on\n"; suspend(); echo "never\n"; });
$ends = spawn(function () { current_coroutine()->cancel(new AsyncCancellation('own')); return 'lost'; });
$throws = spawn(function () { current_coroutine()->cancel(); throw new Exception('kept'); });
foreach ([$waits, $ends, $throws] as $c) {
    try { await($c); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), ' ', json_encode($c->isCancelled()), "\n"; }
}
?>
--EXPECT--
Coroutine cancelled
second
third
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
goes on
Async\AsyncCancellation Coroutine cancelled true
Async\AsyncCancellation own true
Exception kept false
