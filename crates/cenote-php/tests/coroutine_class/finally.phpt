--TEST--
SPEC 43.11: finally() callbacks run in order in a coroutine of their own before those who await go on; they get the coroutine
--INI--
cenote.unhandled=report
--FILE--
<?php
use Async\Coroutine;
use function Async\{await, current_coroutine, delay, spawn, suspend};

$awaiter = spawn(function () use (&$c) { echo "awaits\n"; await($c); echo "goes on\n"; });
$c = spawn(fn () => 'value');
foreach ([1, 2] as $n) {
    $c->finally(function (Coroutine $ended) use ($c, $n) {
        var_dump($ended === $c, current_coroutine() === $c);
        echo $n, ' ', $ended->getResult(), "\n";
        suspend();
    });
}
$c->onFinally(function () { echo 'without arguments ', func_num_args(), "\n"; });
await($awaiter);
suspend();
suspend();
$c->finally(function (Coroutine $ended) use ($c) { var_dump($ended === $c); });
echo "at once\n";
try { $c->finally('none'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }

set_exception_handler(function (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage();
    foreach ($e instanceof Async\CompositeException ? $e->getExceptions() : [] as $one) { echo ' ', $one->getMessage(); }
    echo "\n";
});
$c = spawn(fn () => 1);
$c->finally(fn () => throw new Exception('one'));
await($c);
$c = spawn(fn () => throw new Exception('own'));
$c->finally(fn () => throw new Exception('one'));
$c->finally(fn () => throw new Exception('two'));
try { await($c); } catch (Exception $e) { echo 'await: ', $e->getMessage(), "\n"; }
?>
--EXPECT--
awaits
bool(true)
bool(false)
1 value
goes on
bool(true)
bool(false)
2 value
without arguments 0
bool(true)
at once
Async\Coroutine::finally(): Argument #1 ($callback) must be a valid callback, function "none" not found or invalid function name
Exception: one
Async\CompositeException:  one two
await: own
