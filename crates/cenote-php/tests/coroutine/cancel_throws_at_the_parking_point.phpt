--TEST--
SPEC 30.2: cancel() throws the given cancellation at the parking point, at the coroutine's next turn and not at once
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    try {
        delay(60000);
        echo "not reached\n";
    } catch (Exception) {
        echo "not an Exception\n";
    } finally {
        echo "finally\n";
    }
    echo "not reached\n";
});
suspend();
$c->cancel($reason = new AsyncCancellation('stop'));
echo "cancel() has returned\n";
try {
    await($c);
} catch (AsyncCancellation $e) {
    var_dump($e === $reason);
    echo basename($reason->getFile()) === basename(__FILE__) ? "made here\n" : "made elsewhere\n";
}
echo "done\n";
?>
--EXPECT--
cancel() has returned
finally
bool(true)
made here
done
