--TEST--
SPEC 38.4, 38.5: cancel() cancels child scopes first, then the scope's own coroutines in order of spawning, and nothing above; one that cancels its own scope goes on to its next wait
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, spawn, suspend};

$sleep = function (string $name) {
    try { delay(60000); } catch (AsyncCancellation $e) { echo $name, ': ', get_class($e), ' ', $e->getMessage(), "\n"; }
};
$above = new Scope();
$s = Scope::inherit($above);
$s->spawn($sleep, 'own 1');
$below = Scope::inherit($s);
$below->spawn($sleep, 'below');
$s->spawn($sleep, 'own 2');
$gate = new Async\FutureState();
$goes_on = $above->spawn(function () use ($gate) { await(new Async\Future($gate)); echo "above goes on\n"; });
suspend();
$s->cancel();
var_dump($s->isCancelled(), $below->isCancelled(), $above->isCancelled(), $s->isClosed());
suspend();
suspend();
var_dump($s->isClosed());
$gate->complete(null);
await($goes_on);

$given = new AsyncCancellation('enough');
$t = new Scope();
$own = $t->spawn(function () use ($t, $given) {
    $t->cancel($given);
    echo "goes on\n";
    delay(1);
    echo "never\n";
});
try { await($own); } catch (AsyncCancellation $e) { var_dump($e === $given, $own->isCancelled()); }
$u = new Scope();
$own = $u->spawn(function () use ($u) { $u->cancel(); return 'value'; });
try { await($own); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($own->isCancelled(), $own->getResult());
$empty = new Scope();
$empty->cancel();
$empty->cancel();
var_dump($empty->isClosed());
try { $empty->cancel('text'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
below: Async\AsyncCancellation Scope was cancelled
own 1: Async\AsyncCancellation Scope was cancelled
own 2: Async\AsyncCancellation Scope was cancelled
bool(true)
above goes on
goes on
bool(true)
bool(true)
Scope was cancelled
bool(true)
NULL
bool(true)
Async\Scope::cancel(): Argument #1 ($cancellationError) must be of type ?Async\AsyncCancellation, string given
