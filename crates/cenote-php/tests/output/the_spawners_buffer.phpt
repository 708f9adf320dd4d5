--TEST--
SPEC 47.2: output of a coroutine goes first to the buffer that was active at its spawn; so a page that several coroutines build in a buffer has all of it, in order
--FILE--
<?php
use function Async\{await, await_all, delay, spawn, suspend};

ob_start();
echo "head|";
$parts = [spawn(function () { delay(2); echo "slow|"; }), spawn(fn () => print("quick|"))];
await_all($parts);
echo "foot";
echo strtoupper(ob_get_clean()), "\n";

ob_start();
$inner = spawn(function () {
    echo 'in the page, ';
    ob_start();
    echo 'own';
    await(spawn(fn () => print(' and its child\'s')));
    $own = ob_get_clean();
    echo "[$own]";
});
await($inner);
echo strtoupper(ob_get_clean()), "\n";

ob_start();
$late = spawn(function () { delay(2); echo "after the buffer's end\n"; });
suspend();
ob_end_clean();
await($late);
?>
--EXPECT--
HEAD|QUICK|SLOW|FOOT
IN THE PAGE, [OWN AND ITS CHILD'S]
after the buffer's end
