--TEST--
SPEC 30: a cancellation held back by protect() is not lost when the callable throws
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};

$c = spawn(function () {
    try {
        protect(function () { suspend(); throw new RuntimeException('own failure'); });
    } catch (RuntimeException) {
        // swallowed: the cancellation must still come
    }
    delay(60000);
    echo "not reached\n";
});
suspend();
$c->cancel();
try {
    await($c);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo "done\n";
?>
--EXPECT--
cancelled
done
