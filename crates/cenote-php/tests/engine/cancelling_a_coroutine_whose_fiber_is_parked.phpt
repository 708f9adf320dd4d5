--TEST--
SPEC 46.8, 46.5, 30.2: the cancellation reaches a coroutine that is parked inside a user Fiber, and unwinds through it
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    $fiber = new Fiber(function () {
        try {
            delay(60000);
        } finally {
            echo "fiber finally\n";
        }
    });
    try {
        $fiber->start();
    } finally {
        echo "coroutine finally, fiber terminated: ", var_export($fiber->isTerminated(), true), "\n";
    }
});
suspend(); // it starts the Fiber, where others go first
suspend();
$c->cancel(new Async\AsyncCancellation('through the fiber'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
fiber finally
coroutine finally, fiber terminated: true
through the fiber
done
