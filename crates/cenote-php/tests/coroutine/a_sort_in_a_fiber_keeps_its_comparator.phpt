--TEST--
SPEC 30.11: a sort in a user Fiber, resumed by another coroutine in the middle of a sort of its own, goes on with its own comparator, and so does the other
--FILE--
<?php
use function Async\{await, spawn};

$fiber = new Fiber(function () {
    $list = [3, 1, 4, 2];
    usort($list, function ($a, $b) {
        Fiber::suspend();
        return $a <=> $b;
    });
    echo 'in the Fiber: ', implode(' ', $list), "\n";
});
await(spawn(fn() => $fiber->start()));
await(spawn(function () use ($fiber) {
    $list = [3, 1, 4, 2];
    usort($list, function ($a, $b) use ($fiber) {
        $fiber->isTerminated() || $fiber->resume();
        return $b <=> $a;
    });
    echo 'in the coroutine: ', implode(' ', $list), "\n";
}));
while (!$fiber->isTerminated()) {
    await(spawn(fn() => $fiber->resume()));
}

// One that is destroyed in the middle of another's sort.
$list = [3, 1, 4, 2];
usort($list, function ($a, $b) {
    $fiber = new Fiber(function () {
        $list = [2, 1];
        usort($list, fn($a, $b) => Fiber::suspend());
    });
    $fiber->start();
    return $a <=> $b;
});
echo 'in the main flow: ', implode(' ', $list), "\n";
echo "done\n";
?>
--EXPECT--
in the coroutine: 4 3 2 1
in the Fiber: 1 2 3 4
in the main flow: 1 2 3 4
done
