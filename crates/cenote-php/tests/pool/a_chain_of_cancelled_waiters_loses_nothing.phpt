--TEST--
SPEC 6.6, 34.2: if several granted waiters leave one after another, the place reaches the first that stays
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
$held = [$pool->acquire(), $pool->acquire()];
foreach (range('A', 'F') as $name) {
    $waiters[$name] = spawn(function () use ($pool, $name, &$outcome) {
        try {
            $pool->acquire();
            $outcome[$name] = 'served';
        } catch (AsyncCancellation) {
            $outcome[$name] = 'cancelled';
        }
    });
}
settle();
array_map($pool->release(...), $held);
foreach (['B', 'A', 'D', 'E'] as $name) {
    $waiters[$name]->cancel();
}
settle();
ksort($outcome);
foreach ($outcome as $name => $end) {
    line("$name:", $end);
}
stats($pool, 'active', 'idle', 'waiting', 'granted', 'created', 'destroyed');

finish();
--EXPECT--
make r1
make r2
A: cancelled
B: cancelled
C: served
D: cancelled
E: cancelled
F: served
active=2 idle=0 waiting=0 granted=0 created=2 destroyed=0
done
