--TEST--
SPEC 30.8: exit codes and finally blocks of scripts that end while coroutines wait in C libraries
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../coroutine/helpers.inc';

$common = 'require ' . var_export(__DIR__ . '/helpers.inc', true) . ';' . <<<'PHP'
use function Async\{await, delay, spawn};
set_error_handler(fn (): bool => true);
foreach (['mysqli', 'pdo_pgsql', 'phpredis', 'curl'] as $client) {
    spawn(function () use ($client, &$waiting): void {
        $wait = clients()[$client]();
        try {
            $waiting++;
            $wait(50_000);
            echo "went on ";
        } finally {
            echo "finally ";
        }
    });
}
while (($waiting ?? 0) < 4) delay(10);
delay(20);
restore_error_handler();
PHP;
$endings = [
    'exit in the main flow' => 'exit(3);',
    'exit in a coroutine' => 'await(spawn(function (): void { exit(4); }));',
    'exit in a finally block of one of them' => 'spawn(function (): void { try { clients()["mysqli"]()(50_000); } finally { exit(5); } }); delay(50); exit(6);',
    'uncaught exception' => 'throw new Exception("uncaught");',
    'fatal error' => 'undefined_function_of_a_class::$x;',
    'out of time' => 'set_time_limit(1); while (true) {}',
    'exit in a signal handler' => 'pcntl_async_signals(true); pcntl_signal(SIGTERM, function (): void { exit(7); });
        proc_open(["sh", "-c", "sleep 0.1; kill -TERM " . getmypid()], [], $pipes); sleep(50);',
    'exception in a signal handler' => 'pcntl_async_signals(true); pcntl_signal(SIGTERM, function (): void { throw new Exception("signal"); });
        proc_open(["sh", "-c", "sleep 0.1; kill -TERM " . getmypid()], [], $pipes); sleep(50);',
    'signal without a handler' => 'proc_open(["sh", "-c", "sleep 0.1; kill -TERM " . getmypid()], [], $pipes); sleep(50);',
];
foreach ($endings as $name => $ending) {
    $begin = hrtime(true);
    [$code, $output] = run_php($common . $ending, ['display_errors' => '0']);
    echo "$name: ", trim($output), " (code $code)", hrtime(true) - $begin < 40e9 ? '' : ' late', "\n";
}
echo "done\n";
?>
--EXPECT--
exit in the main flow: finally finally finally finally (code 3)
exit in a coroutine: finally finally finally finally (code 4)
exit in a finally block of one of them: finally finally finally finally (code 5)
uncaught exception: finally finally finally finally (code 255)
fatal error: finally finally finally finally (code 255)
out of time:  (code 255)
exit in a signal handler: finally finally finally finally (code 7)
exception in a signal handler: finally finally finally finally (code 255)
signal without a handler: Terminated (code 143)
done
