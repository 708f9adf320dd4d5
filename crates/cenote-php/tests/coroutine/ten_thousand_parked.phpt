--TEST--
SPEC 30.9: 10,000 coroutines parked at once, on a timer and on one Future, all come back in order
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{Future, FutureState};

$n = 10000;
$state = new FutureState;
$future = new Future($state);
$order = [];
$all = [];
for ($i = 0; $i < $n; $i++) {
    $all[] = spawn(function () use ($i, $future, &$order) {
        $order[] = await($future) + $i;
    });
}
suspend();
echo count(array_filter($all, fn($c) => $c->isSuspended())), " parked\n";
$state->complete(0);
foreach ($all as $c) {
    await($c);
}
var_dump($order === range(0, $n - 1));
$count = 0;
$all = [];
for ($i = 0; $i < $n; $i++) {
    $all[] = spawn(function () use (&$count) { delay(1); $count++; });
}
foreach ($all as $c) {
    await($c);
}
var_dump($count);
echo "done\n";
?>
--EXPECT--
10000 parked
bool(true)
int(10000)
done
