--TEST--
SPEC 30.22: sem_acquire(), msg_receive(), msg_send(), pcntl_sigtimedwait() and pcntl_sigwaitinfo() let others run; cancelled and timed out they take nothing; with a semaphore or queue that is removed, and many at once
--DESCRIPTION--
waits: `sem_acquire`, `msg_receive`, `msg_send` | lets others run; tried again within 10 ms | yes
waits: `pcntl_sigtimedwait`, `pcntl_sigwaitinfo` | lets others run | yes
--EXTENSIONS--
sysvsem
sysvmsg
--SKIPIF--
<?php
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn};

set_error_handler(fn() => true); // they warn as if the system had refused
$key = fn() => random_int(1, 1 << 30);

$id = $key();
[$one, $other] = [sem_get($id), sem_get($id)];
sem_acquire($one);
echo 'sem_acquire: ', json_encode(beside_a_ticker(fn() => sem_acquire($other), fn() => sem_release($one))), "\n";
echo cancelled(fn() => sem_acquire($one)), ', ', timed_out(fn() => sem_acquire($one)), ', ';
sem_release($other);
echo sem_acquire($one, true) ? "nobody has it\n" : "it was taken for nobody\n";
echo 'removed: ', json_encode(beside_a_ticker(fn() => sem_acquire($other), fn() => sem_remove($one))), "\n";

$queue = msg_get_queue($id);
$receive = function (int $kind) use ($queue): string {
    return msg_receive($queue, $kind, $got, 1024, $message) ? "$got: $message" : 'failed';
};
echo 'msg_receive: ', beside_a_ticker(fn() => $receive(1), fn() => msg_send($queue, 1, 'text')), "\n";
echo cancelled(fn() => $receive(1)), ', ', timed_out(fn() => $receive(1)), ', ';
msg_send($queue, 1, 'another');
echo $receive(1), "\n";
$receivers = [];
foreach (range(1, 200) as $kind) {
    $receivers[$kind] = spawn($receive, $kind);
}
delay(1);
foreach (range(200, 1) as $kind) {
    msg_send($queue, $kind, "to $kind");
}
$wrong = 0;
foreach ($receivers as $kind => $receiver) {
    $wrong += await($receiver) === "$kind: to $kind" ? 0 : 1;
}
echo "many: $wrong wrong\n";

msg_set_queue($queue, ['msg_qbytes' => 2000]);
$text = str_repeat('x', 1500);
msg_send($queue, 1, $text, false);
$sent = beside_a_ticker(fn() => msg_send($queue, 2, $text, false), fn() => msg_receive($queue, 1, $got, 2000, $message, false));
echo 'msg_send: ', json_encode($sent), ', ', cancelled(fn() => msg_send($queue, 3, $text, false)), ', ', msg_stat_queue($queue)['msg_qnum'], " in the queue\n";
echo 'removed: ', beside_a_ticker(fn() => $receive(9), fn() => msg_remove_queue($queue)), "\n";

pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1, SIGUSR2]);
$kill = fn(int $signal) => fn() => posix_kill(posix_getpid(), $signal);
echo 'pcntl_sigtimedwait: ', beside_a_ticker(fn() => pcntl_sigtimedwait([SIGUSR1], $info, 60) . ' ' . $info['signo'], $kill(SIGUSR1)) === SIGUSR1 . ' ' . SIGUSR1 ? 'came' : 'another', "\n";
echo 'pcntl_sigwaitinfo: ', beside_a_ticker(fn() => pcntl_sigwaitinfo([SIGUSR1, SIGUSR2]), $kill(SIGUSR2)) === SIGUSR2 ? 'came' : 'another', "\n";
echo cancelled(fn() => pcntl_sigtimedwait([SIGUSR1], $info, 60)), ', ', timed_out(fn() => pcntl_sigwaitinfo([SIGUSR1])), "\n";
$ticks = 0;
$ticker = spawn(function () use (&$ticks): void {
    for (; ; $ticks++) {
        Async\suspend();
    }
});
echo 'its time is over: ', await(spawn(function () use (&$ticks): string {
    $before = $ticks;
    $none = PHP_VERSION_ID < 80400 ? -1 : false;
    return (pcntl_sigtimedwait([SIGUSR1], $info, 0, 20_000_000) === $none ? 'none came' : 'not so') . ($ticks > $before ? ', others ran' : ', nobody ran');
})), "\n";
$ticker->cancel();

// One with a handler, which is not blocked: it is taken, and the handler is called for those that come later only.
pcntl_sigprocmask(SIG_UNBLOCK, [SIGUSR1, SIGUSR2]);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo "its handler\n";
});
$mask = fn(): string => trim((string) shell_exec('grep SigBlk /proc/self/status | tr -d "\t"'));
$before = $mask();
$during = '';
echo 'not blocked: ', beside_a_ticker(fn() => pcntl_sigwaitinfo([SIGUSR1]), function () use ($mask, &$during): void {
    $during = $mask();
    $process = proc_open(['grep', 'SigBlk', '/proc/self/status'], [1 => ['pipe', 'w']], $pipes);
    $during .= trim(str_replace("\t", '', stream_get_contents($pipes[1])));
    posix_kill(posix_getpid(), SIGUSR1);
}) === SIGUSR1 ? 'came' : 'another', ', processes: ', $during === $before . $before ? 'as before' : "$before $during", "\n";
echo cancelled(fn() => pcntl_sigwaitinfo([SIGUSR1])), ', then ';
posix_kill(posix_getpid(), SIGUSR1);
delay(5);
?>
--EXPECT--
sem_acquire: true
cancelled, timed out, nobody has it
removed: false
msg_receive: 1: text
cancelled, timed out, 1: another
many: 0 wrong
msg_send: true, cancelled, 1 in the queue
removed: failed
pcntl_sigtimedwait: came
pcntl_sigwaitinfo: came
cancelled, timed out
its time is over: none came, others ran
not blocked: came, processes: as before
cancelled, then its handler
