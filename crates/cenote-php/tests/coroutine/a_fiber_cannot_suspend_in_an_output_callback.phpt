--TEST--
SPEC 30.10, 30.11: Fiber::suspend() in an output callback is a FiberError once there are coroutines; waiting there is not
--FILE--
<?php
use function Async\{await, delay, spawn};

function fiber_with_buffer(callable $inside): Fiber
{
    return new Fiber(function () use ($inside) {
        ob_start(function (string $text) use ($inside) {
            try {
                $inside();
            } catch (FiberError $e) {
                $text .= get_class($e) . ': ' . $e->getMessage() . "\n";
            }
            return $text;
        });
        echo "text\n";
        ob_end_flush();
    });
}

// As on stock, where nobody else has buffers.
fiber_with_buffer(fn() => null)->start();

await(spawn(fn() => fiber_with_buffer(fn() => Fiber::suspend())->start()));
await(spawn(fn() => fiber_with_buffer(fn() => delay(1))->start()));

// Suspending elsewhere in the Fiber, resumed by another coroutine.
$fiber = new Fiber(function () {
    ob_start();
    echo 'kept, ';
    $text = ob_get_clean();
    Fiber::suspend();
    echo $text, "resumed\n";
});
await(spawn(fn() => $fiber->start()));
await(spawn(fn() => $fiber->resume()));
echo 'level ', ob_get_level(), "\n";
echo "done\n";
?>
--EXPECT--
text
text
FiberError: Cannot suspend a fiber inside an output callback: another coroutine may resume it, and has other buffers. Suspend outside of the callback, or wait in it by Async\delay() and the like
text
kept, resumed
level 0
done
