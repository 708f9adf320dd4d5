--TEST--
SPEC 30: protect() concerns the coroutine that called it alone
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};

$child = null;
$parent = spawn(function () use (&$child) {
    protect(function () use (&$child) {
        $child = spawn(fn() => delay(60000));
        suspend();
        $child->cancel();
        try {
            await($child);
        } catch (Async\AsyncCancellation) {
            echo "the child was cancelled\n";
        }
    });
});
await($parent);
echo "done\n";
?>
--EXPECT--
the child was cancelled
done
