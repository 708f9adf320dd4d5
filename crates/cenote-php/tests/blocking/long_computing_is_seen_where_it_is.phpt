--TEST--
SPEC 44.13: of long computing in PHP code the report says where it was seen, and names no function that took a small part of it
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
ini_set('display_errors', '1');
on_blocking(function (array $run): void {
    echo $run['function'] ?? 'no function', ' at ', preg_replace('/:\d+$/', '', basename($run['place'])), ', until line ',
        substr(strrchr($run['until'], ':'), 1), ', ', $run['systemCall'] ?? 'no system call', "\n";
});
$ticker = spawn(function (): void {
    while (true) {
        delay(5);
    }
});
delay(20);
compute(600);
delay(20); // line 19
$ticker->cancel();
?>
--EXPECTF--
Warning: A coroutine has blocked all others for %d ms in PHP code, seen at %sblock.inc:%d; CPU %f ms. Call Async\suspend() in between, or compute it in another process (cenote.block_threshold_ms) in %sblock.inc on line %d
no function at block.inc, until line 19, no system call
