--TEST--
SPEC 30.14: with declare(ticks=1) a handler has run before the statement after the one in which its signal came, as on stock PHP
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
declare(ticks=1);
use function Async\{await, delay, spawn, suspend};

spawn(fn () => null);
pcntl_signal(SIGUSR1, function (): void { echo "handler\n"; });
echo "before\n";
posix_kill(posix_getpid(), SIGUSR1);
echo "after\n";

// One that waits lets the interrupted code go on, others too.
$other = spawn(function (): void { for ($i = 0; $i < 3; $i++) { suspend(); } });
pcntl_signal(SIGUSR1, function (): void { echo "begins\n"; delay(1); echo "ends\n"; });
posix_kill(posix_getpid(), SIGUSR1);
echo "goes on\n";
delay(20);
await($other);

// What one throws before it waits is thrown at the tick.
pcntl_signal(SIGUSR1, function (): never { throw new Exception('by the handler'); });
try {
    posix_kill(posix_getpid(), SIGUSR1);
    echo "not reached\n";
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}

// In a coroutine alike, and in a Fiber.
pcntl_signal(SIGUSR1, function (): void { echo "handler\n"; });
$twice = function (): void {
    posix_kill(posix_getpid(), SIGUSR1);
    echo "after\n";
};
await(spawn($twice));
(new Fiber($twice))->start();

// The tick functions of a script run after it, and may still not switch.
register_tick_function($tick = function (): void {
    try {
        (new Fiber(fn () => Fiber::suspend()))->start();
        echo "switched\n";
    } catch (FiberError) {
    }
});
posix_kill(posix_getpid(), SIGUSR1);
unregister_tick_function($tick);
echo "done\n";
?>
--EXPECT--
before
handler
after
begins
goes on
ends
by the handler
handler
after
handler
after
handler
done
