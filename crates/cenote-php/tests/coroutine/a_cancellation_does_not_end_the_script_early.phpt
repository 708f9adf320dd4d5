--TEST--
SPEC 30.5: the script waits for its coroutines after cancel() outside of a try, too, if an exception handler is set
--FILE--
<?php
use function Async\{spawn, suspend, delay};

set_exception_handler(fn($e) => print('handler: ' . $e->getMessage() . "\n"));
$c = spawn(function () {
    try {
        delay(60000);
    } catch (Async\AsyncCancellation $e) {
        delay(1);
        echo "caught\n";
    }
    delay(1);
    echo "and ended\n";
});
suspend();
$c->cancel();
echo "done\n";
?>
--EXPECT--
done
caught
and ended
