--TEST--
SPEC 30: protect() holds a cancellation back until its callable ends, then it is delivered
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, protect};

$c = spawn(function () {
    protect(function () {
        echo "in\n";
        suspend();
        delay(1);
        echo await(spawn(fn() => "waits undisturbed\n"));
        echo "out\n";
    });
    suspend(); // at the latest here
    echo "not reached\n";
});
suspend();
$c->cancel(new Async\AsyncCancellation('delivered'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
in
waits undisturbed
out
delivered
done
