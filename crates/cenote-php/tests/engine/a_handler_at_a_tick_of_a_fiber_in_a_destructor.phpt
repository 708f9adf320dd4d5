--TEST--
SPEC 30.14, 46.7: a handler runs at the tick that finds its signal in a Fiber that a destructor has started, too; it may wait, fork, cancel whom it has interrupted, and throw
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
PHP_VERSION_ID >= 80400 or die('skip before PHP 8.4 no Fiber can be started in a destructor');
?>
--FILE--
<?php
declare(ticks=1);
use function Async\{await, delay, spawn, suspend};

spawn(fn () => null);

/** Runs a function in a Fiber when it ends. */
final class Last
{
    public function __construct(private Closure $body)
    {
    }

    public function __destruct()
    {
        $fiber = new Fiber($this->body);
        try {
            for ($fiber->start(); !$fiber->isTerminated(); $fiber->resume()) {
                echo "suspended\n";
            }
        } catch (Throwable $error) {
            echo 'out of the Fiber: ', get_class($error), ' ', $error->getMessage(), "\n";
        }
        echo "destructor ends\n";
    }
}

function in_a_destructor(Closure $body): void
{
    try {
        $last = new Last($body);
        unset($last);
        echo "behind it\n";
    } catch (Throwable $error) {
        echo 'out of the destructor: ', get_class($error), ' ', $error->getMessage(), "\n";
    }
}

foreach (['main', 'coroutine'] as $where) {
    $run = fn (Closure $body) => $where === 'main' ? in_a_destructor($body) : await(spawn(in_a_destructor(...), $body));
    echo "-- $where: it waits\n";
    $other = spawn(function (): void {
        suspend();
        echo "others run\n";
    });
    $handled = 0;
    pcntl_signal(SIGUSR1, function () use (&$handled): void {
        delay(5);
        $handled++;
    });
    $run(function () use (&$handled): void {
        posix_kill(posix_getpid(), SIGUSR1);
        echo "handled: $handled\n";
        Fiber::suspend();
        posix_kill(posix_getpid(), SIGUSR1);
        while ($handled < 2) {
            delay(1);
        }
        echo "handled: $handled\n";
    });
    await($other);

    echo "-- $where: it forks\n";
    $forked = false;
    pcntl_signal(SIGUSR1, function () use (&$forked): void {
        $child = pcntl_fork();
        if ($child === 0) {
            exit(3);
        }
        pcntl_waitpid($child, $status);
        echo 'child: ', pcntl_wexitstatus($status), "\n";
        $forked = true;
    });
    $run(function () use (&$forked): void {
        posix_kill(posix_getpid(), SIGUSR1);
        while (!$forked) {
            delay(1);
        }
        echo "goes on\n";
    });

    echo "-- $where: it cancels the Fiber\n";
    $flow = null;
    pcntl_signal(SIGUSR1, function () use (&$flow): void {
        $flow->cancel();
    });
    $run(function () use (&$flow): void {
        $flow = Async\current_coroutine();
        posix_kill(posix_getpid(), SIGUSR1);
        echo "goes on to its next wait\n";
        delay(1000);
        echo "not reached\n";
    });
}

echo "-- it throws\n";
pcntl_signal(SIGUSR1, function (): void {
    throw new LogicException('of the handler');
});
in_a_destructor(function (): void {
    try {
        posix_kill(posix_getpid(), SIGUSR1);
        delay(1000);
        echo "not reached\n";
    } finally {
        echo "finally\n";
    }
});

echo "-- it ends the script\n";
pcntl_signal(SIGUSR1, function (): void {
    exit(5);
});
in_a_destructor(function (): void {
    posix_kill(posix_getpid(), SIGUSR1);
    delay(1000);
    echo "not reached\n";
});
echo "not reached either\n";
?>
--EXPECT--
-- main: it waits
handled: 0
others run
suspended
handled: 2
destructor ends
behind it
-- main: it forks
child: 3
goes on
destructor ends
behind it
-- main: it cancels the Fiber
goes on to its next wait
out of the Fiber: Async\AsyncCancellation Coroutine cancelled
destructor ends
behind it
-- coroutine: it waits
others run
handled: 0
suspended
handled: 2
destructor ends
behind it
-- coroutine: it forks
child: 3
goes on
destructor ends
behind it
-- coroutine: it cancels the Fiber
goes on to its next wait
out of the Fiber: Async\AsyncCancellation Coroutine cancelled
destructor ends
behind it
-- it throws
finally
out of the Fiber: LogicException of the handler
destructor ends
behind it
-- it ends the script
