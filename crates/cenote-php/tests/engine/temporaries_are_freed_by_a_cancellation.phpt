--TEST--
SPEC 30.2: a cancellation in the middle of an expression frees its temporaries
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Traced { public static int $alive = 0; public function __construct() { self::$alive++; } public function __destruct() { self::$alive--; } public function __toString() { delay(60000); return ''; } }
function take(...$x) {}
$spots = [
    fn() => [new Traced, new Traced, delay(60000)],
    fn() => take(new Traced, new Traced, delay(60000)),
    fn() => 'a' . new Traced . 'b',
    fn() => new ArrayObject([new Traced, delay(60000)]),
    function () { foreach ([new Traced, new Traced] as $x) delay(60000); },
    function () { $g = (function () { $x = new Traced; yield 1; delay(60000); })(); foreach ($g as $v); },
    function () { static $s; $s ??= [new Traced, delay(60000)]; },
    fn() => array_map(function ($x) { delay(60000); }, [new Traced]),
    fn() => sprintf('%s', new Traced),
    fn() => match (delay(60000)) { default => new Traced },
    function () { $x = new Traced; return (function () use ($x) { delay(60000); })(); },
];
foreach ($spots as $i => $f) {
    $c = spawn($f);
    suspend();
    $c->cancel();
    try {
        await($c);
        echo "$i not cancelled\n";
    } catch (Async\AsyncCancellation $e) {
        unset($e);
    }
    unset($c);
    gc_collect_cycles();
    if (Traced::$alive) {
        echo "$i: ", Traced::$alive, " alive\n";
    }
    Traced::$alive = 0;
}
echo "done\n";
?>
--EXPECT--
done
