--TEST--
SPEC 46.10: unfinished Fibers are destroyed as on stock, hold up neither the script's end nor the collector, and are no deadlock
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};
require __DIR__ . '/helpers.inc';
class Gone { public function __construct(private string $what) {} public function __destruct() { echo "$this->what is gone\n"; } }

echo "-- a wait in finally waits, Fiber::suspend() there is refused\n";
$f = new Fiber(function () { try { Fiber::suspend(); } finally { delay(2); echo "waited\n"; attempt(fn() => Fiber::suspend()); } });
$f->start();
$c = $f->getCoroutine();
$awaiter = spawn(fn() => await($c));
suspend();
unset($f);
attempt(fn() => await($awaiter));
var_dump($c->isCompleted(), $c->isCancelled());

echo "-- cycles\n";
$in_function = fn(callable $do) => $do();
$in_function(function () { $g = new Gone('suspended'); $f = new Fiber(function () use (&$f, $g) { Fiber::suspend(); }); $f->start(); });
gc_collect_cycles();
$in_function(function () { $g = new Gone('with a callback'); $f = new Fiber(function () use (&$f, $g) { Fiber::suspend(); }); $f->start(); $f->getCoroutine()->onFinally(function () use ($f) { echo "callback\n"; }); });
gc_collect_cycles();
$in_function(function () { $f = new Fiber(function () use (&$f) { return [$f, new Gone('result')]; }); $f->start(); });
gc_collect_cycles();
$in_function(function () { $f = new Fiber(function () use (&$f) { return [$f, new Gone('result beside its coroutine'), current_coroutine()]; }); $f->start(); });
gc_collect_cycles();

echo "-- kept while somebody holds the coroutine\n";
$c = $in_function(function () { $f = new Fiber(fn() => new Gone('kept result')); $f->start(); return $f->getCoroutine(); });
gc_collect_cycles();
var_dump($c->getResult() instanceof Gone);
unset($c);

echo "-- the end\n";
$kept = new Fiber(function () { try { Fiber::suspend(); } finally { echo "unwound at the end\n"; } });
$kept->start();
spawn(fn() => print("a coroutine\n"));
echo "done\n";
?>
--EXPECT--
-- a wait in finally waits, Fiber::suspend() there is refused
waited
FiberError: Cannot suspend in a force-closed fiber
Async\AsyncCancellation: Cancelled: the Fiber was destroyed before its end
bool(true)
bool(true)
-- cycles
suspended is gone
with a callback is gone
callback
result is gone
result beside its coroutine is gone
-- kept while somebody holds the coroutine
bool(true)
kept result is gone
-- the end
done
a coroutine
unwound at the end
