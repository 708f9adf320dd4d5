--TEST--
SPEC 30.14: without pcntl_async_signals() an interrupt of cenote's own starts no handler: pcntl_signal_dispatch(), a tick or asynchronous handling does
--EXTENSIONS--
pcntl
posix
opcache
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';

$code = <<<'PHP'
use function Async\{delay, spawn};

/** Signals come while a coroutine is cancelled in a wait; in compiled code the cancellation is raised by an interrupt. */
function come(int $signals): void
{
    [$end, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $coroutine = spawn(function () use ($end): void {
        try {
            fgets($end);
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
    });
    delay(1);
    for ($i = 0; $i < $signals; $i++) {
        posix_kill(posix_getpid(), SIGUSR1);
    }
    $coroutine->cancel();
    delay(1);
    for ($i = 0; $i < 1000; $i++) {
        strlen('x');
    }
    delay(1);
    echo "no handler yet\n";
}

pcntl_signal(SIGUSR1, function (): void {
    delay(1);
    echo "handler\n";
});
come(2);
pcntl_signal_dispatch();
echo "dispatched\n";
delay(10);

come(1);
pcntl_async_signals(true);
delay(10);
pcntl_async_signals(false);

come(1);
declare(ticks=1) {
    delay(10);
    delay(10);
}
echo "ticked\n";

come(1);
echo "end\n";
PHP;
$options = ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M', 'opcache.file_update_protection' => '0',
    'opcache.jit_hot_loop' => '3', 'opcache.jit_hot_func' => '3', 'opcache.jit_hot_return' => '3', 'opcache.jit_hot_side_exit' => '3'];
foreach (['disable', 'function', 'tracing'] as $jit) {
    [$exit, $output, $log] = run_php($code, $options + ['opcache.jit' => $jit]);
    $expected ??= $output;
    echo "$jit: ", $jit === 'disable' || $output !== $expected ? "$output\n" : "the same\n", $log, $exit ? "exit code $exit\n" : '';
}
?>
--EXPECT--
disable: cancelled
no handler yet
dispatched
handler
handler
cancelled
no handler yet
handler
cancelled
no handler yet
handler
ticked
cancelled
no handler yet
end
function: the same
tracing: the same
