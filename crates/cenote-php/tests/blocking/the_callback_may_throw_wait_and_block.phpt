--TEST--
SPEC 44.14: on_blocking()'s callback may wait; what it throws is a warning; its own runs are not reported; null ends it; and so does another one
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
ini_set('display_errors', '0');
$ticker = spawn(function (): void {
    while (true) {
        delay(5);
    }
});
$calls = 0;
on_blocking(function () use (&$calls): void {
    $calls++;
    delay(10);
    block(600); // not reported
    delay(10);
    throw new Exception('from the callback');
});
delay(20);
block(600);
delay(1);
while ($calls < 1) {
    delay(10);
}
block(600); // while the callback has not ended
for ($i = 0; $i < 500 && $calls < 2; $i++) {
    delay(10);
}
delay(100);
echo "$calls calls, last error: ", error_get_last()['message'] ?? 'none', "\n";

on_blocking(function (): void {
    echo "the other one\n";
});
block(600);
delay(50);
on_blocking(null);
block(600);
delay(50);
foreach ([[1], [], ['no_such_function']] as $arguments) {
    try {
        on_blocking(...$arguments);
    } catch (TypeError $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
$ticker->cancel();
?>
--EXPECTF--
2 calls, last error: Uncaught Exception: from the callback in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(Array)
#1 {main}
  thrown
the other one
TypeError: Async\on_blocking(): Argument #1 ($callback) must be a valid callback or null, no array or string given
ArgumentCountError: Async\on_blocking() expects exactly 1 argument, 0 given
TypeError: Async\on_blocking(): Argument #1 ($callback) must be a valid callback or null, function "no_such_function" not found or invalid function name
