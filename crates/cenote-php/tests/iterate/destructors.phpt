--TEST--
SPEC 44.3: what the destructor of a callback's result or of an element throws ends iterate() as if the callback had thrown it; an element that is fetched when it is over is not given
--FILE--
<?php
use function Async\{delay, iterate};

final class Loud
{
    public function __destruct() { throw new Exception('from a destructor'); }
}
$try = function (callable $what) {
    try { $what(); echo "no error\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
$elements = function (callable $make) {
    for ($i = 0; $i < 3; $i++) {
        $sum = $i ?: 0;
        echo "$sum fetched\n";
        yield $make();
    }
};
$try(fn () => iterate($elements(fn () => 1), fn () => new Loud()));
$try(fn () => iterate($elements(fn () => new Loud()), fn () => 1));
$try(fn () => iterate([1, 2, 3], fn () => new Loud()));
$try(fn () => iterate($elements(fn () => 1), fn () => [new Loud(), false]));

echo "-- over while an element is fetched\n";
$slow = function () {
    yield 1;
    delay(20);
    yield 2;
};
$try(fn () => iterate($slow(), function ($n) { echo "given $n\n"; delay(1); return false; }, concurrency: 2));
?>
--EXPECT--
0 fetched
Exception: from a destructor
0 fetched
1 fetched
Exception: from a destructor
Exception: from a destructor
0 fetched
Exception: from a destructor
-- over while an element is fetched
given 1
no error
