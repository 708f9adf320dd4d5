--TEST--
SPEC 42.3: map(), catch() and finally()
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

var_dump(Future::completed(20)->map(fn ($n) => $n + 1)->map(fn ($n) => $n * 2)->await());
var_dump(Future::failed(new Exception('x'))->catch(fn ($e) => $e->getMessage())->await());
var_dump(Future::completed(1)->catch(fn () => 'not called')->await());
attempt(fn () => Future::failed(new Exception('passes on'))->map(fn () => 'not called')->await());
var_dump(Future::completed(3)->finally(function ($v) { echo 'finally ', $v, "\n"; return 'ignored'; })->await());
attempt(fn () => Future::failed(new Exception('y'))->finally(function ($e) { echo 'finally ', $e->getMessage(), "\n"; })->await());
attempt(fn () => Future::completed(1)->map(fn () => throw new Exception('of map'))->await());
try {
    Future::failed(new Exception('source'))->finally(fn () => throw new Exception('of finally'))->await();
} catch (Exception $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}
var_dump(Future::completed(1)->map(fn () => Future::completed(2)->ignore())->await() instanceof Future);
?>
--EXPECT--
int(42)
string(1) "x"
int(1)
Exception: passes on
finally 3
int(3)
finally y
Exception: y
Exception: of map
of finally <- source
bool(true)
