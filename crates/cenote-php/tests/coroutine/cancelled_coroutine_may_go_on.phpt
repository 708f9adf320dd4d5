--TEST--
SPEC 30.2: a coroutine that catches its cancellation may go on, wait again and finish normally
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(60000);
    } catch (Async\AsyncCancellation) {
        echo "caught\n";
    }
    suspend();
    delay(1);
    echo await(spawn(fn() => "awaited\n"));
    return 'finished';
});
suspend();
$c->cancel();
var_dump(await($c), $c->isCancelled(), $c->isCompleted());
echo "done\n";
?>
--EXPECT--
caught
awaited
string(8) "finished"
bool(false)
bool(true)
done
