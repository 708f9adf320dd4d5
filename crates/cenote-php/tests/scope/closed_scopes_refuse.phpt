--TEST--
SPEC 38.9: a cancelled or disposed scope refuses coroutines; plain spawn() in one that still runs there works
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Scope};
use function Async\{await, delay, spawn, spawn_with, suspend};

foreach (['cancel', 'dispose', 'disposeSafely'] as $method) {
    $s = new Scope();
    $inner = null;
    $s->spawn(function () use (&$inner) {
        try { delay(60000); } catch (AsyncCancellation) { $inner = spawn(fn () => 'inner'); delay(1); }
    });
    suspend();
    $s->$method();
    if ($method === 'disposeSafely') { $s->dispose(); }
    foreach ([fn () => $s->spawn(fn () => 1), fn () => spawn_with($s, fn () => 1)] as $try) {
        try { $try(); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
    }
    suspend();
    echo await($inner), "\n";
    $s->awaitAfterCancellation();
}
?>
--EXPECT--
Cannot spawn a coroutine in a closed scope
Cannot spawn a coroutine in a closed scope
inner
Cannot spawn a coroutine in a closed scope
Cannot spawn a coroutine in a closed scope
inner
Cannot spawn a coroutine in a closed scope
Cannot spawn a coroutine in a closed scope
inner
