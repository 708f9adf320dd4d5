--TEST--
SPEC 30: generators may suspend inside, delegate, be passed between coroutines, and be destroyed half-way
--FILE--
<?php
use function Async\{spawn, await, suspend};

function leaf(string $p) { for ($i = 1; $i <= 3; $i++) { suspend(); $sent = yield "$p$i"; if ($sent) echo "sent $sent\n"; } return "$p end"; }
function tree(string $p) { $r = yield from leaf($p); yield $r; }

$collect = fn($p) => spawn(function () use ($p) { $out = []; foreach (tree($p) as $v) { suspend(); $out[] = $v; } return implode(' ', $out); });
$a = $collect('a');
$b = $collect('b');
echo await($a), "\n", await($b), "\n";

$shared = leaf('s'); // advanced in turn by two coroutines
$step = fn() => spawn(function () use ($shared) { $v = $shared->current(); $shared->next(); return $v; });
echo await($step()), ' ', await($step()), ' ', await($step()), "\n";

$gen = leaf('g');
$gen->current();
await(spawn(fn() => $gen->send('hello')));

// A generator that is running (suspended inside) cannot be resumed by another coroutine.
$busy = (function () { suspend(); suspend(); yield 1; })();
$c = spawn(fn() => $busy->current());
suspend();
try {
    $busy->current();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump(await($c));

$half = (function () { try { yield 1; yield 2; } finally { echo "half-way finally\n"; } })();
await(spawn(fn() => $half->current()));
unset($half);
echo "done\n";
?>
--EXPECT--
a1 a2 a3 a end
b1 b2 b3 b end
s1 s2 s3
sent hello
Cannot resume an already running generator
int(1)
half-way finally
done
