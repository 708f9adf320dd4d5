--TEST--
SPEC 30.14: a handler that runs at a tick may come in a destructor, fork, cancel whom it has interrupted, and exit; a forked child has ticks of its own
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
declare(ticks=1);
use function Async\{await, delay, spawn, suspend};

spawn(fn () => null);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled): void { $handled++; });
final class Last
{
    public function __destruct()
    {
        posix_kill(posix_getpid(), SIGUSR1);
        echo "destructor\n";
    }
}
// Before PHP 8.4 nobody may switch in it: then right behind it.
await(spawn(function () use (&$handled): void {
    $last = new Last;
    unset($last);
    echo "behind it: $handled\n";
}));

$done = false;
pcntl_signal(SIGUSR1, function () use (&$done): void {
    $child = pcntl_fork();
    if ($child === 0) {
        exit(3);
    }
    pcntl_waitpid($child, $status);
    echo 'child of the handler: ', pcntl_wexitstatus($status), "\n";
    $done = true;
});
posix_kill(posix_getpid(), SIGUSR1);
while (!$done) {
    delay(1);
}
suspend();

$child = pcntl_fork();
if ($child === 0) {
    pcntl_signal(SIGUSR1, fn () => print("handler in the child\n"));
    posix_kill(posix_getpid(), SIGUSR1);
    echo "child goes on\n";
    exit(4);
}
pcntl_waitpid($child, $status);
echo 'child: ', pcntl_wexitstatus($status), "\n";

$other = null;
pcntl_signal(SIGUSR1, function () use (&$other): void { $other->cancel(); });
$other = spawn(function (): void {
    try {
        posix_kill(posix_getpid(), SIGUSR1);
        echo "goes on to its next wait\n";
        suspend();
        echo "not reached\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
await($other);

register_shutdown_function(function (): void { echo "shutdown\n"; });
pcntl_signal(SIGUSR1, function (): void { exit(5); });
posix_kill(posix_getpid(), SIGUSR1);
echo "not reached\n";
?>
--EXPECT--
destructor
behind it: 1
child of the handler: 3
handler in the child
child goes on
child: 4
goes on to its next wait
cancelled
shutdown
