--TEST--
SPEC 30.11: set_error_handler / restore_error_handler around a suspension in two coroutines do not mix
--FILE--
<?php
use function Async\{spawn, await, suspend};

$work = function (string $name) {
    set_error_handler(function ($no, $text) use ($name) { echo "handler of $name: $text\n"; return true; });
    trigger_error("$name 1", E_USER_NOTICE);
    suspend();
    trigger_error("$name 2", E_USER_NOTICE);
    suspend();
    restore_error_handler();
    trigger_error("$name 3", E_USER_NOTICE);
};
set_error_handler(function ($no, $text) { echo "handler of main: $text\n"; return true; });
$a = spawn($work, 'a');
$b = spawn(function () use ($work) { suspend(); $work('b'); });
suspend();
trigger_error('main 1', E_USER_NOTICE);
suspend();
trigger_error('main 2', E_USER_NOTICE);
await($a);
await($b);
trigger_error('main 3', E_USER_NOTICE);
restore_error_handler();
var_dump(set_error_handler(null));
echo "done\n";
?>
--EXPECT--
handler of a: a 1
handler of main: main 1
handler of a: a 2
handler of b: b 1
handler of main: main 2
handler of main: a 3
handler of b: b 2
handler of main: b 3
handler of main: main 3
NULL
done
