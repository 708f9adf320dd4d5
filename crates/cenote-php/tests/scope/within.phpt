--TEST--
SPEC 38.19: within() gives the work's value; after the time its scope is cancelled, and once its finally blocks have run, TimeoutException is thrown; nothing of it goes on
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, coroutines, current_context, delay, spawn, suspend, within};

$try = function (string $name, callable $what) {
    try { $value = $what(); echo $name, ': ', json_encode($value), "\n"; } catch (Throwable $e) {
        echo $name, ': ', get_class($e), ' ', $e->getMessage(), $e->getPrevious() ? ', before ' . $e->getPrevious()->getMessage() : '', "\n";
    }
    if (count(coroutines()) > 1) { echo "something goes on\n"; }
};
$try('value', fn () => within(60000, fn () => 42));
$try('error', fn () => within(60000, fn () => throw new Exception('own')));
$try('too long', fn () => within(1, function () {
    spawn(function () { try { delay(60000); } finally { suspend(); echo "child cleaned\n"; } });
    try { delay(60000); } finally { delay(1); echo "cleaned\n"; }
}));
$try('caught the cancellation', fn () => within(1, function () { try { delay(60000); } catch (AsyncCancellation $e) { return 'late value'; } }));
$try('error while ending', fn () => within(1, function () { try { delay(60000); } finally { throw new Exception('cleaning'); } }));
$try('left behind', fn () => within(60000, function () { spawn(function () { try { delay(60000); } finally { echo "child ended\n"; } }); suspend(); return 'value'; }));
$try('child fails', fn () => within(60000, function () { spawn(fn () => throw new Exception('child')); delay(60000); }));
$try('nested', fn () => within(60000, fn () => within(1, fn () => delay(60000))));
$try('outer first', fn () => within(1, fn () => within(60000, function () { try { delay(60000); } finally { echo "inner cleaned\n"; } })));
$caller = spawn(fn () => within(60000, function () { try { delay(60000); } finally { delay(1); echo "cleaned for the caller\n"; } }));
suspend();
suspend();
$caller->cancel();
$try('caller cancelled', fn () => await($caller));
current_context()->set('key', 'inherited');
$try('context', fn () => within(60000, fn () => current_context()->find('key')));
$try('no time', fn () => within(0, fn () => 1));
$try('not callable', fn () => within(1, 'nothing'));
?>
--EXPECT--
value: 42
error: Exception own
child cleaned
cleaned
too long: Async\TimeoutException Timeout occurred after 1 milliseconds
caught the cancellation: Async\TimeoutException Timeout occurred after 1 milliseconds
error while ending: Async\TimeoutException Timeout occurred after 1 milliseconds, before cleaning
child ended
left behind: "value"
child fails: Exception child
nested: Async\TimeoutException Timeout occurred after 1 milliseconds
inner cleaned
outer first: Async\TimeoutException Timeout occurred after 1 milliseconds
cleaned for the caller
caller cancelled: Async\AsyncCancellation Coroutine cancelled
context: "inherited"
no time: ValueError Async\within(): Argument #1 ($ms) must be greater than 0
not callable: TypeError Async\within(): Argument #2 ($work) must be a valid callback, function "nothing" not found or invalid function name
