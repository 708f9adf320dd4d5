--TEST--
SPEC 44.13, 44.14: a call that blocks others for longer than cenote.block_threshold_ms is named, in the log once and to on_blocking() each time; no error handler gets it
--SKIPIF--
<?php getenv('CENOTE_EMULATED') === false or exit('skip the numbers of system calls are those of another processor'); ?>
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{await, delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
set_error_handler(function (int $code, string $text): bool {
    echo "an error handler got: $text\n";
    return true;
});
$told = [];
on_blocking(function (array $run) use (&$told): void {
    $told[] = $run;
});
$ticker = spawn(function (): void {
    while (true) {
        delay(5);
    }
});
delay(20);
await(spawn(block(...), 600));
delay(20);
block(600); // by the main flow
delay(20);
(new Fiber(fn () => block(600)))->start();
delay(20);
array_map(block(...), [600]);
delay(20);
$ticker->cancel();

echo count($told), "\n";
foreach ($told as $run) {
    [$file, $line] = explode(':', basename($run['place']));
    $kernel = @file_get_contents('/proc/self/task/' . getmypid() . '/syscall') === false ? null : 'clock_nanosleep';
    echo $run['function'], ' at ', $file, ' ', $line, ', ',
        $run['wall'] >= 50 && $run['wall'] < 60_000 && $run['cpu'] <= $run['wall'] ? 'plausible' : json_encode($run), ', ',
        $run['systemCall'] === $kernel ? 'as the kernel says' : $run['systemCall'], "\n";
}
echo count(array_unique(array_column($told, 'coroutine'))), " coroutines\n";
echo implode(', ', array_keys($told[0])), "\n";
?>
--EXPECTF--
Warning: A coroutine has blocked all others for %d ms in usleep() at %sblock.inc:12%S; CPU %f ms. Use a call that lets others run (those of streams, sockets, pipes, curl, PDO and mysqli do), or have it made by another process: proc_open() and reading its output let others run (cenote.block_threshold_ms) in %sblock.inc on line 12
4
usleep at block.inc 12, plausible, as the kernel says
usleep at block.inc 12, plausible, as the kernel says
usleep at block.inc 12, plausible, as the kernel says
usleep at block.inc 12, plausible, as the kernel says
2 coroutines
wall, cpu, function, systemCall, place, until, coroutine
