--TEST--
SPEC 30.2: what leaves the coroutine after its cancellation is what await throws
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(60000);
    } catch (Async\AsyncCancellation $e) {
        throw new RuntimeException('cleanup failed', 0, $e);
    }
});
suspend();
$c->cancel(new Async\AsyncCancellation('why'));
try {
    await($c);
} catch (Throwable $e) {
    echo get_class($e), ' ', $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}
var_dump($c->isCancelled());

$d = spawn(function () {
    try {
        delay(60000);
    } finally {
        return 'return in finally wins';
    }
});
suspend();
$d->cancel();
var_dump(await($d));
echo "done\n";
?>
--EXPECT--
RuntimeException cleanup failed <- why
bool(false)
string(22) "return in finally wins"
done
