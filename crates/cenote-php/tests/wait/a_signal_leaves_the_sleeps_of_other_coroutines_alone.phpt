--TEST--
SPEC 30.14: a signal is for the main flow: it ends its sleep also when it comes while another coroutine runs, and sleeps of other coroutines go on
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, spawn};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo "handler\n";
});
$sleeper = spawn(function (): string {
    $begin = hrtime(true);
    $left = sleep(1);
    $slept = hrtime(true) - $begin;
    return $left === 0 && $slept >= 1e9 ? 'slept to the end' : "slept $slept ns, $left s left";
});
$sender = spawn(function (): void {
    usleep(1000);
    posix_kill(getmypid(), SIGUSR1);
    echo "goes on\n";
});
echo sleep(20) > 10 ? "main flow: seconds left\n" : "main flow: slept to the end\n";
echo await($sleeper), "\n";

// A signal from before the sleep has no effect on it.
posix_kill(getmypid(), SIGUSR1);
$begin = hrtime(true);
usleep(200_000);
echo hrtime(true) - $begin >= 200e6 ? "slept to the end\n" : "woken early\n";
echo "done\n";
?>
--EXPECT--
handler
goes on
main flow: seconds left
slept to the end
handler
slept to the end
done
