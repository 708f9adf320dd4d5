--TEST--
SPEC 30.2: a finally block may wait while the cancellation is in flight, which then goes on
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(60000);
    } finally {
        delay(1);
        suspend();
        echo await(spawn(fn() => "cleaned up\n"));
    }
    echo "not reached\n";
});
suspend();
$c->cancel(new Async\AsyncCancellation('the same'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
cleaned up
the same
done
