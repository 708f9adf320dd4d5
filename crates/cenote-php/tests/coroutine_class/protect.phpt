--TEST--
SPEC 43.10: a cancellation that protect() holds back is thrown when the outermost ends, in place of its value; it takes a closure
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, current_coroutine, delay, protect, spawn, suspend};

$c = spawn(function () {
    try {
        $value = protect(function () {
            protect(fn () => delay(1));
            $me = current_coroutine();
            var_dump($me->isCancellationRequested(), $me->isCancelled());
            return 'value';
        });
        echo "never $value\n";
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
});
suspend();
$c->cancel(new AsyncCancellation('first'));
$c->cancel(new AsyncCancellation('second'));
await($c);
try { protect('time'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
bool(true)
bool(false)
first
Async\protect(): Argument #1 ($closure) must be of type Closure, string given
