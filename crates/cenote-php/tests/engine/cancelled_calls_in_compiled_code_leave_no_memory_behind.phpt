--TEST--
SPEC 30.9: calls of a library that were cancelled leave no memory behind, in code that either JIT has compiled, too
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';

$code = <<<'PHP'
use function Async\{delay, spawn};

function cancel_reads(int $times): int
{
    for ($i = 0; $i < $times; $i++) {
        [$end, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $coroutine = spawn(function () use ($end): void {
            try {
                fgets($end);
            } catch (Async\AsyncCancellation) {
            }
        });
        delay(1);
        $coroutine->cancel();
        delay(1);
    }
    gc_collect_cycles();
    return memory_get_usage();
}

cancel_reads(20);
$before = cancel_reads(10);
$after = cancel_reads(100);
echo $after - $before < 8000 ? 'nothing' : $after - $before, "\n";
PHP;
$options = ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M', 'opcache.file_update_protection' => '0',
    'opcache.jit_hot_loop' => '3', 'opcache.jit_hot_func' => '3', 'opcache.jit_hot_return' => '3', 'opcache.jit_hot_side_exit' => '3'];
foreach (['disable', 'function', 'tracing'] as $jit) {
    [$exit, $output, $log] = run_php($code, $options + ['opcache.jit' => $jit]);
    echo "$jit: $output", $log, $exit ? "exit code $exit\n" : '', "\n";
}
?>
--EXPECT--
disable: nothing
function: nothing
tracing: nothing
