--TEST--
SPEC 30.6: an asynchronous signal handler can wake somebody, so waiting for one is no deadlock; without asynchronous signals, or once the handler is gone, it is
--EXTENSIONS--
pcntl
posix
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{await, delay, spawn};
use Async\{AsyncCancellation, Future, FutureState};

function signal_soon(): void
{
    $GLOBALS['helper'] = proc_open(['sh', '-c', 'sleep 0.1; kill -TERM ' . getmypid()], [], $pipes);
}
foreach (['main flow' => false, 'beside a coroutine' => true] as $name => $spawns) {
    $state = new FutureState;
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, fn () => $state->complete('SIGTERM'));
    signal_soon();
    if ($spawns) {
        $waiter = spawn(fn (): mixed => await(new Future($state)));
    }
    echo $name, ': ', await($spawns ? $waiter : new Future($state)), "\n";
}
// A handler that waits with the others: another signal may come, its own would not run again.
pcntl_signal(SIGTERM, function (): void {
    try {
        await(new Future(new FutureState));
    } catch (AsyncCancellation) {
        echo "the handler ends\n";
    }
});
posix_kill(getmypid(), SIGTERM);
try {
    await(new Future(new FutureState));
} catch (AsyncCancellation $e) {
    echo "deadlock while the only handler waits\n";
}
delay(1);
pcntl_async_signals(false);
try {
    await(new Future(new FutureState));
} catch (Async\AsyncCancellation $e) {
    echo "deadlock without asynchronous signals\n";
}
pcntl_async_signals(true);
pcntl_signal(SIGTERM, SIG_DFL);
try {
    await(new Future(new FutureState));
} catch (Async\AsyncCancellation $e) {
    echo "deadlock without handlers\n";
}
// At the end of the script.
$state = new FutureState;
pcntl_signal(SIGTERM, fn () => $state->complete('SIGTERM'));
spawn(function () use ($state): void {
    echo 'after the main flow: ', await(new Future($state)), "\n";
});
signal_soon();
?>
--EXPECT--
main flow: SIGTERM
beside a coroutine: SIGTERM
deadlock while the only handler waits
the handler ends
deadlock without asynchronous signals
deadlock without handlers
after the main flow: SIGTERM
Async\DeadlockError
