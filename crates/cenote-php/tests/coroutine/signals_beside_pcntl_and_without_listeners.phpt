--TEST--
SPEC 44.8: without a listener a signal has its former effect, also the default one; handlers of pcntl_signal() get each arrival too; a pending Future keeps the script alive only while it is awaited; what cannot be listened for fails
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal, spawn};

$me = posix_getpid();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => print("pcntl\n"));
$future = signal(Signal::SIGUSR1);
posix_kill($me, SIGUSR1);
echo await($future)->name, "\n";
// After it.
$future = signal(Signal::SIGUSR2);
pcntl_signal(SIGUSR2, fn () => print("pcntl, set later\n"));
posix_kill($me, SIGUSR2);
echo await($future)->name, "\n";
posix_kill($me, SIGUSR2);
delay(1);
// One that pcntl takes back while somebody listens.
$future = signal(Signal::SIGUSR2);
pcntl_signal(SIGUSR2, SIG_IGN);
posix_kill($me, SIGUSR2);
echo await($future)->name, "\n";
posix_kill($me, SIGUSR2);
echo "ignored again\n";
foreach ([Signal::SIGKILL, Signal::SIGBREAK] as $case) {
    try {
        await(signal($case));
    } catch (Async\AsyncException $error) {
        echo $error->getMessage(), "\n";
    }
}
// The default effect is there again when the Future is gone.
foreach (['dropped', 'completed'] as $how) {
    if (!$child = pcntl_fork()) {
        $future = signal(Signal::SIGTERM);
        if ($how === 'completed') {
            posix_kill(posix_getpid(), SIGTERM);
            await($future);
        }
        unset($future);
        posix_kill(posix_getpid(), SIGTERM);
        echo "not reached\n";
        exit;
    }
    pcntl_waitpid($child, $status);
    echo "$how: ", pcntl_wifsignaled($status) ? 'ended by ' . pcntl_wtermsig($status) : 'not ended', "\n";
}
$never = signal(Signal::SIGHUP);
echo "done\n";
?>
--EXPECT--
pcntl
SIGUSR1
pcntl, set later
SIGUSR2
pcntl, set later
SIGUSR2
ignored again
Cannot listen for SIGKILL: this system does not let a process handle it
Cannot listen for SIGBREAK: this system does not let a process handle it
dropped: ended by 15
completed: ended by 15
done
