--TEST--
SPEC 30: delay() with a negative time is a ValueError, and the caller goes on without a switch
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{delay, spawn};

spawn(function () { echo "spawned\n"; });
attempt(fn() => delay(-1));
attempt(fn() => delay(PHP_INT_MIN));
echo "no switch so far\n";
delay(0);
echo "done\n";
?>
--EXPECTF--
ValueError: Async\delay(): Argument #1 ($ms) must be %s
ValueError: Async\delay(): Argument #1 ($ms) must be %s
no switch so far
spawned
done
