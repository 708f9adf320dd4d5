--TEST--
SPEC 30.11: error_reporting set in one coroutine does not change another's
--FILE--
<?php
use function Async\{spawn, await, suspend};

error_reporting(E_ALL);
$a = spawn(function () {
    error_reporting(E_ERROR);
    suspend();
    echo "a: ", error_reporting() === E_ERROR ? 'own' : 'foreign', "\n";
    suspend();
    echo "a: ", error_reporting() === E_ERROR ? 'own' : 'foreign', "\n";
});
$b = spawn(function () {
    echo "b: ", error_reporting() === E_ALL ? 'own' : 'foreign', "\n";
    error_reporting(E_WARNING);
    suspend();
    suspend();
    echo "b: ", error_reporting() === E_WARNING ? 'own' : 'foreign', "\n";
});
suspend();
echo "main: ", error_reporting() === E_ALL ? 'own' : 'foreign', "\n";
await($a);
await($b);
echo "main: ", error_reporting() === E_ALL ? 'own' : 'foreign', "\n";
echo "done\n";
?>
--EXPECT--
b: own
main: own
a: own
a: own
b: own
main: own
done
