--TEST--
SPEC 30.8, 30.10: a user Fiber in which an abandoned coroutine is parked runs nothing more, and is not resumed
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$code = <<<'PHP'
use function Async\{spawn, suspend, delay};
function deep(int $n): void { if ($n > 0) { deep($n - 1); return; } delay(60000); }
$kept = [];
for ($i = 0; $i < 3; $i++) {
    spawn(function () use (&$kept) {
        $outer = new Fiber(function () use (&$kept) {
            $inner = $kept[] = new Fiber(function () {
                try { deep(5); } finally { echo "unwound"; $trace = (new Exception)->getTrace(); }
            });
            $inner->start();
        });
        $kept[] = $outer;
        $outer->start();
    });
}
suspend();
// One that its code suspended is unwound as on stock.
$plain = new Fiber(function () { try { Fiber::suspend(); } finally { echo "the plain one is unwound\n"; } });
$plain->start();
set_exception_handler(fn() => throw new Error('no handler'));
PHP;
echo "an uncaught exception in the exception handler: ";
[$exit, $output] = run_php($code . ' throw new Exception;');
echo implode(',', preg_match_all('/Uncaught Error|.*unwound/', $output, $lines) ? $lines[0] : []), ", exit code $exit\n";
echo "a forked child: ";
[$exit, $output] = run_php($code . ' if (($pid = pcntl_fork()) === 0) { return; } pcntl_waitpid($pid, $status);
    echo $status, "\n"; fflush(STDOUT); posix_kill(getmypid(), SIGKILL);');
echo strtok($output, "\n"), ', status ', strtok("\n"), "\n";
echo "done\n";
?>
--EXPECT--
an uncaught exception in the exception handler: Uncaught Error,the plain one is unwound, exit code 255
a forked child: the plain one is unwound, status 0
done
