--TEST--
SPEC 44.6: signal() is completed with the case by the signal's next arrival, without pcntl; several calls are independent, and one arrival completes all that wait
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, await_all_or_fail, delay, signal, spawn};

$me = posix_getpid();
// Nothing else wakes the process.
spawn(function () use ($me): void {
    $helper = proc_open(['sh', '-c', "sleep 0.05; kill -USR1 $me"], [], $pipes);
    $GLOBALS['helper'] = $helper;
});
$future = signal(Signal::SIGUSR1);
var_dump($future instanceof Async\Future, $future->isCompleted());
var_dump(await($future) === Signal::SIGUSR1);
proc_close($helper);

$two = [signal(Signal::SIGUSR2), signal(Signal::SIGUSR2), signal(Signal::SIGWINCH)];
posix_kill($me, 12);
[$first, $second] = await_all_or_fail([$two[0], $two[1]]);
echo $first->name, ' ', $second->value, ' ', json_encode($two[2]->isCompleted()), "\n";
// The next arrival is another one's.
$again = signal(Signal::SIGUSR2);
delay(1);
var_dump($again->isCompleted());
posix_kill($me, 12);
posix_kill($me, 28);
echo await($again)->name, ' ', await($two[2])->name, "\n";
echo implode(' ', array_map(fn (Signal $case): string => "{$case->name}={$case->value}", Signal::cases())), "\n";
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
SIGUSR2 12 false
bool(false)
SIGUSR2 SIGWINCH
SIGHUP=1 SIGINT=2 SIGQUIT=3 SIGILL=4 SIGABRT=6 SIGFPE=8 SIGKILL=9 SIGUSR1=10 SIGSEGV=11 SIGUSR2=12 SIGTERM=15 SIGBREAK=21 SIGABRT2=22 SIGWINCH=28
