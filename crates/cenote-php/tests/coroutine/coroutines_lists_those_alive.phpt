--TEST--
SPEC 30.15, 1.1: coroutines() gives the Coroutine objects of those alive, main flow included
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, coroutines, current_coroutine};

$has = fn($c) => in_array($c, coroutines(), true);
var_dump($has(current_coroutine()));
$new = spawn(fn() => suspend());
$parked = spawn(fn() => delay(60000));
var_dump($has($new), $has($parked), count(coroutines()));
suspend();
var_dump($has($new), $has($parked));
await($new);
var_dump($has($new));
$parked->cancel();
try { await($parked); } catch (Async\AsyncCancellation) {}
var_dump(count(coroutines()));

spawn(function () { delay(60000); }); // nobody holds its object
suspend();
foreach (coroutines() as $c) {
    if ($c !== current_coroutine()) {
        echo "found, ", $c->isSuspended() ? 'suspended' : 'not suspended', "\n";
        $c->cancel();
    }
}
unset($c);
suspend();
var_dump(count(coroutines()));
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(3)
bool(true)
bool(true)
bool(false)
int(1)
found, suspended
int(1)
done
