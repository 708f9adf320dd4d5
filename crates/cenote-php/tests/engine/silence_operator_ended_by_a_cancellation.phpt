--TEST--
SPEC 30.11: a cancellation thrown through an @ restores the coroutine's error_reporting
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        @delay(60000);
    } catch (Async\AsyncCancellation) {
        var_dump(error_reporting() === E_ALL);
    }
});
error_reporting(E_ALL);
suspend();
$c->cancel();
await($c);
var_dump(error_reporting() === E_ALL);
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
done
