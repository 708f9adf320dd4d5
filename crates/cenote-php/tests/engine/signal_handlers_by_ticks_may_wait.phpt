--TEST--
SPEC 30.14: handlers that ticks or pcntl_signal_dispatch() call are coroutines of their own too
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
declare(ticks=1);
use function Async\{current_coroutine, delay, spawn};

$main = current_coroutine();
spawn(fn () => null);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled, $main): void {
    delay(1);
    $handled++;
    echo current_coroutine() === $main ? "main flow\n" : "its own\n";
});
posix_kill(posix_getpid(), SIGUSR1);
for ($i = 0; !$handled; $i++) {
    delay(1);
}
posix_kill(posix_getpid(), SIGUSR1);
pcntl_signal_dispatch();
for ($i = 0; $handled < 2; $i++) {
    delay(1);
}
register_tick_function($tick = function (): void {
    pcntl_signal_dispatch();
});
posix_kill(posix_getpid(), SIGUSR1);
for ($i = 0; $handled < 3; $i++) {
    delay(1);
}
echo "done\n";
?>
--EXPECT--
its own
its own
its own
done
