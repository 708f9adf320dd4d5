--TEST--
SPEC 30.13, 30.14: a handled signal ends sleep(), usleep(), time_nanosleep() and stream_select() of the main flow as on stock PHP
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn};

/** A signal after some time, or as soon as this process sleeps after that. */
function signal_in(int $ms): void
{
    $text = 'sleep %1$F; while ! grep -q "^State:.S" /proc/%2$d/status; do sleep %1$F; done; kill -USR1 %2$d';
    $GLOBALS['helper'] = proc_open(['sh', '-c', sprintf($text, $ms / 1000, getmypid())], [], $pipes);
}

$waiter = spawn(delay(...), 100_000);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo "handler\n";
});
foreach ([
    'sleep' => fn (): string => sleep(100) > 10 ? 'seconds left' : 'to its end',
    'usleep' => fn (): mixed => usleep(100_000_000),
    'time_nanosleep' => function (): string {
        ['seconds' => $seconds, 'nanoseconds' => $nanoseconds] = time_nanosleep(100, 0);
        return $seconds > 10 && $nanoseconds < 1_000_000_000 ? 'time left' : "$seconds s left";
    },
    'stream_select' => function (): string {
        $read = [stream_socket_server('tcp://127.0.0.1:0')];
        $none = null;
        return json_encode(@stream_select($read, $none, $none, 100)) . ', ' . strstr(error_get_last()['message'], 'Interrupted', false);
    },
] as $name => $wait) {
    signal_in(100);
    $begin = hrtime(true);
    $result = $wait();
    echo $name, ': ', $result ?? 'null', hrtime(true) - $begin < 90e9 ? ", at once\n" : ", late\n";
}
$waiter->cancel();

// Without asynchronous handling it is left to pcntl_signal_dispatch().
pcntl_async_signals(false);
signal_in(100);
echo sleep(100) > 10 ? "seconds left\n" : "to its end\n";
pcntl_signal_dispatch();
echo "done\n";
?>
--EXPECTF--
handler
sleep: seconds left, at once
handler
usleep: null, at once
handler
time_nanosleep: time left, at once
handler
stream_select: false, Interrupted system call%s, at once
seconds left
handler
done
