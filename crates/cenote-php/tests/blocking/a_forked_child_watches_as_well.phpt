--TEST--
SPEC 44.14: a forked child reports runs that block others, and its parent goes on to do so
--SKIPIF--
<?php
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
ini_set('display_errors', '0');
on_blocking(function (array $run) use (&$who): void {
    fwrite(STDOUT, "$who: {$run['function']}\n");
});
$who = 'parent';
$ticker = function (): void {
    while (true) {
        delay(5);
    }
};
$mine = spawn($ticker);
delay(20);
$pid = pcntl_fork();
if ($pid === 0) {
    $who = 'child';
    $mine = spawn($ticker);
}
delay(20);
if ($pid !== 0) {
    pcntl_waitpid($pid, $status);
}
block(600);
delay(20);
$mine->cancel();
if ($pid !== 0) {
    echo "exit code ", pcntl_wexitstatus($status), "\n";
}
?>
--EXPECT--
child: usleep
parent: usleep
exit code 0
