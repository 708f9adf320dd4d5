--TEST--
SPEC 44.2: iterate() calls back for each element with value and key, at most $concurrency at once; callbacks that never wait share one coroutine; an iterator may wait, and each element is given once
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, current_coroutine, delay, iterate, spawn, suspend};

echo "-- the specification's\n";
iterate(['a', 'b', 'c'], function ($v) { echo $v; delay(1); }, concurrency: 2);
echo "\n-- keys and values\n";
iterate(['x' => 1, 5 => 2, 'y' => null], function ($v, $k) { echo json_encode([$k, $v]), ' '; });
iterate((function () { yield 'k' => 1; yield [1] => 2; yield 'k' => 3; })(), function ($v, $k) { echo json_encode([$k, $v]), ' '; });
iterate(new ArrayIterator(['i' => 7]), function ($v, $k) { echo "$k=$v "; });
iterate(new ArrayObject(['o' => 8]), function ($v, $k) { echo "$k=$v\n"; });
iterate([], fn () => print("never\n"));

echo "-- one coroutine\n";
$ids = [];
iterate(range(1, 5), function () use (&$ids) { $ids[current_coroutine()->getId()] = true; });
echo count($ids), ' ', isset($ids[current_coroutine()->getId()]) ? 'the caller' : 'not the caller', "\n";

$most = function (iterable $elements, int $concurrency, callable $wait): string {
    $now = $most = 0;
    $seen = [];
    iterate($elements, function ($v) use (&$now, &$most, &$seen, $wait) {
        $most = max($most, ++$now);
        $seen[] = $v;
        $wait();
        $now--;
    }, $concurrency);
    return "$most at once, " . implode(',', $seen);
};
echo "-- limits\n";
foreach ([0, 1, 3, 100] as $limit) {
    echo "$limit: ", $most(range(1, 7), $limit, fn () => delay(1)), "\n";
}
echo 'suspend: ', $most(range(1, 7), 3, fn () => suspend()), "\n";
echo 'usleep: ', $most(range(1, 7), 3, fn () => usleep(1000)), "\n";

echo "-- an iterator that waits\n";
$slow = function (int $count) {
    for ($n = 1; $n <= $count; $n++) { delay(1); yield $n; }
};
$began = 0;
$all = new FutureState();
echo '0: ', $most($slow(6), 0, function () use (&$began, $all) { ++$began === 6 ? $all->complete(null) : await(new Future($all)); }), "\n";
echo '2: ', $most($slow(6), 2, fn () => delay(50)), "\n";

echo "-- others run\n";
spawn(function () { echo "beside\n"; });
iterate([1], fn () => delay(1));

echo "-- inside another\n";
iterate(['a', 'b'], function ($outer) {
    iterate([1, 2], function ($inner) use ($outer) { echo "$outer$inner "; delay(1); }, concurrency: 1);
});
echo "\ndone\n";
?>
--EXPECT--
-- the specification's
abc
-- keys and values
["x",1] [5,2] ["y",null] ["k",1] [[1],2] ["k",3] i=7 o=8
-- one coroutine
1 not the caller
-- limits
0: 7 at once, 1,2,3,4,5,6,7
1: 1 at once, 1,2,3,4,5,6,7
3: 3 at once, 1,2,3,4,5,6,7
100: 7 at once, 1,2,3,4,5,6,7
suspend: 3 at once, 1,2,3,4,5,6,7
usleep: 3 at once, 1,2,3,4,5,6,7
-- an iterator that waits
0: 6 at once, 1,2,3,4,5,6
2: 2 at once, 1,2,3,4,5,6
-- others run
beside
-- inside another
a1 b1 a2 b2 
done
