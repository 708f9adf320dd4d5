--TEST--
SPEC 1.1, 30.4: the main flow's own coroutine is completed at the script's end: its onFinally callbacks run and those who await it go on
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};

$main = current_coroutine();
$main->onFinally(function () use ($main) { echo "first callback, completed: ", var_export($main->isCompleted(), true), "\n"; });
$main->onFinally(function () { echo "second callback\n"; });
spawn(function () use ($main) { echo "awaited: ", var_export(await($main), true), "\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });
echo "end of the script\n";
?>
--EXPECT--
end of the script
first callback, completed: true
second callback
awaited: NULL
shutdown
