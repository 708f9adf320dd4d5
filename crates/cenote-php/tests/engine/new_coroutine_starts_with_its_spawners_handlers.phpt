--TEST--
SPEC 30.11: a new coroutine starts with its spawner's current handlers, of the moment of the spawn
--FILE--
<?php
use function Async\{spawn, await, suspend};

$handler = fn(string $name) => function ($no, $text) use ($name) { echo "$name handles $text\n"; return true; };

$plain = spawn(function () { return set_error_handler(null); });
set_error_handler($handler('outer'));
$a = spawn(function () use ($handler) {
    trigger_error('a', E_USER_NOTICE);
    set_error_handler($handler('inner'));
    $child = spawn(function () { trigger_error('child of a', E_USER_NOTICE); });
    restore_error_handler();
    await($child);
    trigger_error('a again', E_USER_NOTICE);
});
$e = spawn(function () { return set_exception_handler(null) instanceof Closure; });
set_exception_handler(function () {});
$f = spawn(function () { return set_exception_handler(null) instanceof Closure; });
set_error_handler($handler('too late for a'));
await($a);
var_dump(await($plain), await($e), await($f));
trigger_error('main', E_USER_NOTICE);
echo "done\n";
?>
--EXPECT--
outer handles a
inner handles child of a
outer handles a again
NULL
bool(false)
bool(true)
too late for a handles main
done
