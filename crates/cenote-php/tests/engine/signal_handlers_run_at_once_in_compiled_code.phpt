--TEST--
SPEC 30.14: a signal handler runs before the next statement, in code that a JIT has compiled too
--EXTENSIONS--
opcache
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$code = <<<'PHP'
use function Async\{await, delay, spawn};
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo "handler\n";
    delay(1);
    echo "handler has waited\n";
});
pcntl_signal(SIGUSR2, fn () => throw new RuntimeException('from the handler'));
function sends(int $signal): string {
    posix_kill(posix_getpid(), $signal);
    echo "goes on\n";
    return 'returned';
}
function sends_often(): int {
    for ($i = $between = 0; $i < 100; $i++) {
        $before = handled();
        posix_kill(posix_getpid(), SIGALRM);
        $between += handled() - $before;
    }
    return $between;
}
function handled(): int { return $GLOBALS['handled']; }
echo await(spawn(sends(...), SIGUSR1)), "\n";
delay(5);
try {
    echo sends(SIGUSR2), "\n";
} catch (RuntimeException $error) {
    echo $error->getMessage(), "\n";
}
$handled = 0;
pcntl_signal(SIGALRM, function (): void { $GLOBALS['handled']++; });
echo 'in a loop: ', sends_often(), ', in a coroutine: ', await(spawn(sends_often(...))), "\n";
PHP;
foreach (['disable', 'function', 'tracing'] as $jit) {
    $ini = ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M', 'opcache.jit' => $jit, 'opcache.file_update_protection' => '0',
        'opcache.jit_hot_loop' => '3', 'opcache.jit_hot_func' => '3', 'opcache.jit_hot_return' => '3', 'opcache.jit_hot_side_exit' => '3'];
    [$exit, $output] = run_php($code, $ini);
    echo "$jit: ", strtr($output, "\n", '|'), ", exit code $exit\n";
}
?>
--EXPECT--
disable: handler|goes on|returned|handler has waited|from the handler|in a loop: 100, in a coroutine: 100, exit code 0
function: handler|goes on|returned|handler has waited|from the handler|in a loop: 100, in a coroutine: 100, exit code 0
tracing: handler|goes on|returned|handler has waited|from the handler|in a loop: 100, in a coroutine: 100, exit code 0
