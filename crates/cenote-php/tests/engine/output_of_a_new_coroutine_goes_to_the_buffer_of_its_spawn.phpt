--TEST--
SPEC 30.11: the output of a coroutine goes to the buffer that was active at its spawn
--FILE--
<?php
use function Async\{spawn, await, suspend};

$outside = spawn(function () { suspend(); echo "outside\n"; });
ob_start();
$inside = spawn(function () { echo "one "; suspend(); echo "two "; });
echo "main ";
await($inside);
await($outside);
$text = ob_get_clean();
echo "captured: $text\n";

// A coroutine spawned by a coroutine: the buffer of that coroutine.
$parent = spawn(function () {
    ob_start();
    $child = spawn(function () { echo "child "; suspend(); echo "again "; });
    echo "parent ";
    await($child);
    return ob_get_clean();
});
echo 'captured: ', await($parent), "\n";
echo "done\n";
?>
--EXPECT--
outside
captured: main one two 
captured: parent child again 
done
