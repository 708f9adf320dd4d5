--TEST--
SPEC 30.2, 30.4: a coroutine cancelled before its start runs its onFinally callbacks, in a coroutine of their own; they may wait
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};

$channel = new Async\Channel();
$cancelled = spawn(fn() => print("body\n"));
$cancelled->onFinally(function () use ($cancelled, $channel) {
    var_dump(current_coroutine() === $cancelled);
    suspend();
    echo "after suspend\n";
    echo $channel->recv(), "\n";
    delay(1);
    $GLOBALS['end'] = "after delay\n";
});
$cancelled->cancel();
$waits = spawn(function () {
    try {
        throw new Exception('in flight');
    } finally {
        suspend();
        echo "waited with an exception in flight\n";
    }
});
$channel->send('received');
try {
    await($waits);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($cancelled->isStarted(), $cancelled->isCancelled());
for ($turns = 0; !isset($end) && $turns < 10_000; $turns++) {
    delay(1);
}
echo $end ?? "never\n", "done\n";
?>
--EXPECT--
bool(false)
after suspend
received
waited with an exception in flight
in flight
bool(false)
bool(true)
after delay
done
