--TEST--
SPEC 44.7: the token's own error fails the Future of signal(); a token that ends with a value cancels it; both also if it has ended before
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{Future, FutureState, Signal};
use function Async\{await, delay, signal, spawn, timeout};

function outcome(Future $future): string
{
    try {
        return await($future)->name;
    } catch (Throwable $error) {
        return get_class($error) . ': ' . $error->getMessage();
    }
}
echo outcome(signal(Signal::SIGUSR1, timeout(5))), "\n";
$failed = Future::failed(new LogicException('no more'));
echo outcome(signal(Signal::SIGUSR1, $failed)), "\n";
echo outcome(signal(Signal::SIGUSR1, Future::completed('over'))), "\n";

$state = new FutureState();
$future = signal(Signal::SIGUSR1, new Future($state));
$state->complete(1);
echo outcome($future), "\n";
$state = new FutureState();
$future = signal(Signal::SIGUSR1, new Future($state));
spawn(fn () => $state->error(new LogicException('later')));
echo outcome($future), "\n";

// The signal was first.
$state = new FutureState();
$future = signal(Signal::SIGUSR1, new Future($state));
posix_kill(posix_getpid(), SIGUSR1);
delay(1);
$state->complete(1);
echo outcome($future), "\n";
?>
--EXPECT--
Async\TimeoutException: Timeout occurred after 5 milliseconds
LogicException: no more
Async\AsyncCancellation: Signal wait cancelled
Async\AsyncCancellation: Signal wait cancelled
LogicException: later
SIGUSR1
