--TEST--
SPEC 30.11: a buffer that a coroutine leaves open at its end is flushed, as at the end of a script
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () {
    ob_start(fn($text) => strtoupper($text));
    echo "left open\n";
    suspend();
});
await($c);
echo "main level ", ob_get_level(), "\n";
$c = spawn(function () { ob_start(); ob_start(); echo "two levels\n"; throw new LogicException; });
try { await($c); } catch (LogicException) { echo "failed\n"; }
echo "done\n";
?>
--EXPECT--
LEFT OPEN
main level 0
two levels
failed
done
