--TEST--
SPEC 38.12, 38.13: awaitAfterCancellation() waits for zombies too; errors meanwhile go to its handler, or are thrown
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, OperationCanceledException, Scope};
use function Async\{await, delay, suspend, timeout};

$s = new Scope();
try { $s->awaitAfterCancellation(); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
/** Longer than errors take to be told. */
function longer(): void { for ($n = 0; $n < 5; $n++) suspend(); }
function cancelled(int $errors, ?Async\Future $until = null): Scope {
    $s = new Scope();
    $s->spawn(function () use ($until) { try { delay(60000); } finally { $until ? await($until) : longer(); echo "cleaned\n"; } });
    for ($n = 1; $n <= $errors; $n++) {
        $s->spawn(function () use ($n) { try { delay(60000); } finally { throw new Exception("error $n"); } });
    }
    suspend();
    $s->cancel();
    return $s;
}
cancelled(0)->awaitAfterCancellation();
$s = cancelled(2);
$s->awaitAfterCancellation(function (Throwable $e, Scope $given) use ($s) { echo $e->getMessage(), ' '; var_dump($given === $s); });
try { $s = cancelled(1); $s->awaitAfterCancellation(); } catch (Exception $e) { echo 'thrown: ', $e->getMessage(), "\n"; }
$s->awaitAfterCancellation();
try { $s = cancelled(1); $s->awaitAfterCancellation(fn () => throw new Exception('of the handler')); } catch (Exception $e) { echo 'thrown: ', $e->getMessage(), "\n"; }
$s->awaitAfterCancellation();
$gate = new Async\FutureState();
try { $s = cancelled(0, new Async\Future($gate)); $s->awaitAfterCancellation(null, timeout(1)); } catch (OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
$gate->complete(null);
$s->awaitAfterCancellation();
$zombie = (new Scope())->allowZombies();
$zombie->spawn(function () { delay(2); echo "zombie\n"; });
suspend();
$zombie->cancel();
$zombie->awaitAfterCancellation();
echo "after the zombie\n";
$s = new Scope();
$c = $s->spawn(function () use ($s) { $s->cancel(); $s->awaitAfterCancellation(); });
try { await($c); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
Async\AsyncException: Attempt to await a Scope that has not been cancelled
cleaned
error 1 bool(true)
error 2 bool(true)
cleaned
thrown: error 1
cleaned
thrown: of the handler
cleaned
Async\TimeoutException
cleaned
zombie
after the zombie
Cannot await completion of scope from a coroutine that belongs to the same scope or its children
