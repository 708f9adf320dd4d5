--TEST--
SPEC 30.7, 30.8: a call of an undefined function is an Error of the coroutine alone
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () { suspend(); no_such_function(); });
$d = spawn(function () { suspend(); suspend(); return 'unharmed'; });
try {
    await($c);
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
echo await($d), "\n";
echo "done\n";
?>
--EXPECT--
Error: Call to undefined function no_such_function()
unharmed
done
