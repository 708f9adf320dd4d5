--TEST--
SPEC 30, 30.1: spawn() puts the coroutine at the tail of the run queue and does not start it
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { echo "first\n"; });
spawn(function () { echo "second\n"; });
$third = spawn(function () { echo "third\n"; });
echo "nothing has run: ", var_export($third->isStarted(), true), "\n";
suspend();
echo "main again\n";
echo "done\n";
?>
--EXPECT--
nothing has run: false
first
second
third
main again
done
