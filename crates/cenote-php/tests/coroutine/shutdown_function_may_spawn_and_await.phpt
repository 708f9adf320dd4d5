--TEST--
SPEC 30.5: shutdown functions may use coroutines, several in a row
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

foreach ([1, 2] as $i) {
    register_shutdown_function(function () use ($i) {
        echo await(spawn(function () use ($i) { delay(1); return "shutdown $i awaited\n"; }));
        spawn(function () use ($i) { suspend(); echo "left over from $i\n"; });
    });
}
echo "main ends\n";
?>
--EXPECTREGEX--
main ends
shutdown 1 awaited
(left over from 1
shutdown 2 awaited|shutdown 2 awaited
left over from 1)
left over from 2
