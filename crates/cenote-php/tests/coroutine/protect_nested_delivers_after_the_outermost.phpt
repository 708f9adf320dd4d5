--TEST--
SPEC 30: nested protect() holds the cancellation until the outermost ends
--FILE--
<?php
use function Async\{spawn, await, suspend, protect};

$c = spawn(function () {
    protect(function () {
        protect(function () { suspend(); echo "inner\n"; });
        suspend();
        echo "outer\n";
    });
    suspend();
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
inner
outer
cancelled
done
