--TEST--
SPEC 38.11, 38.13: awaitCompletion() waits for coroutines at any depth and for child scopes, not for zombies; a token ends the wait alone; not from within
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, OperationCanceledException, Scope, TimeoutException};
use function Async\{await, delay, spawn, suspend, timeout};

$never = timeout(60000);
$s = new Scope();
$s->awaitCompletion($never);
$s->spawn(function () { spawn(function () { spawn(function () { delay(1); echo "deep\n"; }); }); });
$below = Scope::inherit($s);
$below->spawn(function () { delay(10); echo "below\n"; });
$s->awaitCompletion($never);
echo "finished\n";
$long = $s->spawn(fn () => delay(60000));
try { $s->awaitCompletion(timeout(1)); } catch (OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
var_dump($s->isCancelled(), $long->isCompleted());
$s->cancel();
try { $s->awaitCompletion($never); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
suspend();
$s->awaitCompletion($never);
$zombie = (new Scope())->allowZombies();
$other = $zombie->spawn(fn () => delay(60000));
$waiter = spawn(function () use ($zombie, $never) { $zombie->awaitCompletion($never); echo "not for zombies\n"; });
suspend();
$zombie->cancel();
await($waiter);
var_dump($other->isCompleted());
$other->cancel();
$inside = new Scope();
$deeper = Scope::inherit($inside);
foreach ([$inside, $deeper] as $scope) {
    try { await($scope->spawn(fn () => $inside->awaitCompletion($never))); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$inside->spawn(fn () => print(''));
await($inside->spawn(function () use ($never) { $below = Scope::inherit(); $below->spawn(fn () => delay(1)); $below->awaitCompletion($never); echo "one below may be awaited\n"; }));
try { $s->awaitCompletion(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
deep
below
finished
Async\TimeoutException
bool(false)
bool(false)
Async\AsyncCancellation: The scope has been cancelled
not for zombies
bool(false)
Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
one below may be awaited
Async\Scope::awaitCompletion() expects exactly 1 argument, 0 given
