--TEST--
SPEC 30.2: a coroutine cancelled before its start never runs its body; await throws the cancellation
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\AsyncCancellation;

$c = spawn(function () { echo "body\n"; try {} finally { echo "finally\n"; } });
$c->cancel($reason = new AsyncCancellation('not needed'));
suspend();
try {
    await($c);
} catch (AsyncCancellation $e) {
    var_dump($e === $reason, $c->isCancelled(), $c->isCompleted());
}
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
done
