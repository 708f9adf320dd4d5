--TEST--
SPEC 30.14: what a handler throws goes to the main flow: where it was interrupted, where it waits, or with an earlier one behind it; exit() in a handler ends the script
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, current_coroutine, delay, spawn, suspend};

pcntl_async_signals(true);
$me = posix_getpid();
pcntl_signal(SIGUSR1, fn () => throw new RuntimeException('one'));
pcntl_signal(SIGUSR2, function (): void {
    suspend();
    throw new RuntimeException('two, after a wait');
});
spawn(fn () => null);

// Where it was interrupted.
try {
    posix_kill($me, SIGUSR1);
    echo "not thrown\n";
} catch (RuntimeException $e) {
    echo 'interrupted: ', $e->getMessage(), "\n";
}
// Where it waits, from inside another coroutine, which is left alone.
$c = spawn(function () use ($me) {
    try {
        posix_kill($me, SIGUSR1);
        return 'left alone';
    } catch (RuntimeException) {
        return 'disturbed';
    }
});
try {
    delay(10_000);
} catch (RuntimeException $e) {
    echo 'waiting: ', $e->getMessage(), "\n";
}
echo await($c), "\n";
try {
    posix_kill($me, SIGUSR2);
    delay(10_000);
} catch (RuntimeException $e) {
    echo 'waiting: ', $e->getMessage(), "\n";
}
// Two before it runs.
$c = spawn(function () use ($me): void {
    posix_kill($me, SIGUSR1);
    posix_kill($me, SIGUSR1);
});
try {
    await($c);
} catch (RuntimeException $e) {
    echo get_class($e), ' with ', get_class($e->getPrevious()), " behind it\n";
}
// At an opcode whose operands are temporaries.
foreach (range(1, 3) as $i) {
    try {
        $text = 'a' . str_repeat('b', $i) . (posix_kill($me, SIGUSR1) ? 'c' : 'd') . implode(',', [1, 2]);
        echo "not thrown\n";
    } catch (RuntimeException $e) {
        echo "thrown\n";
    }
}
pcntl_signal(SIGUSR1, function (): void {
    try {
        echo "exits\n";
        exit(3);
    } finally {
        echo "not run\n";
    }
});
register_shutdown_function(function (): void {
    echo "shutdown\n";
});
await(spawn(function () use ($me): void {
    try {
        posix_kill($me, SIGUSR1);
        while (true) {
            strlen('busy for ever');
        }
    } finally {
        echo "unwound\n";
    }
}));
?>
--EXPECT--
interrupted: one
waiting: one
left alone
waiting: two, after a wait
RuntimeException with RuntimeException behind it
thrown
thrown
thrown
exits
unwound
shutdown
