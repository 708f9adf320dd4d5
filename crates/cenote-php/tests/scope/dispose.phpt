--TEST--
SPEC 38.6, 38.18: dispose() and disposeSafely() refuse new coroutines at once and may be called again; no other method fails then but the setters
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Scope};
use function Async\{await, delay, suspend, timeout};

function try_it(callable $what) { try { var_dump($what()); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; } }
foreach (['dispose', 'disposeSafely'] as $method) {
    $s = new Scope();
    $c = $s->spawn(function () { try { delay(1); echo "finishes\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
    suspend();
    $s->$method();
    var_dump($s->isCancelled(), $s->isClosed(), $s->isFinished());
    try_it(fn () => $s->spawn(fn () => 1));
    $s->$method();
    await($c);
}
$s->cancel();
$s->dispose();
$s->disposeAfterTimeout(1);
$s->awaitCompletion(timeout(1));
$s->awaitAfterCancellation();
$s->finally(function (Scope $given) use ($s) { var_dump($given === $s); });
var_dump($s->provideScope() === $s, $s->asNotSafely() === $s, $s->allowZombies() === $s, $s->getChildScopes());
try_it(fn () => $s->setExceptionHandler(fn () => 1));
try_it(fn () => $s->setChildScopeExceptionHandler(fn () => 1));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
Cannot spawn a coroutine in a closed scope
Scope was cancelled
bool(true)
bool(true)
bool(true)
Cannot spawn a coroutine in a closed scope
finishes
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
Scope object has been disposed
Scope object has been disposed
