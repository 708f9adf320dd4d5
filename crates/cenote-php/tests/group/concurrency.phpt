--TEST--
SPEC 40.1: at most so many tasks run at once, the rest start in order as places come free; without a limit all start at once
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

foreach ([2, null, 0] as $concurrency) {
    $g = new TaskGroup($concurrency, 0);
    $running = $most = 0;
    $order = [];
    for ($n = 0; $n < 6; $n++) {
        $g->spawn(function (int $n) use (&$running, &$most, &$order) {
            $most = max($most, ++$running);
            $order[] = $n;
            suspend();
            $running--;
        }, n: $n);
    }
    await($g->all());
    echo $most, ' ', implode($order), "\n";
}
?>
--EXPECT--
2 012345
6 012345
6 012345
