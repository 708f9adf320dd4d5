--TEST--
SPEC 30.5: also a shutdown function registered before the first use of a coroutine runs after the drain
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown 1: ", implode(' ', $GLOBALS['log']), "\n"; });
$log = [];
Async\spawn(function () {
    register_shutdown_function(function () { echo "shutdown 2, registered in a coroutine\n"; });
    Async\delay(10);
    $GLOBALS['log'][] = 'coroutine finished';
});
?>
--EXPECT--
shutdown 1: coroutine finished
shutdown 2, registered in a coroutine
