--TEST--
SPEC 6.2: waiters are served strictly in the order in which they parked, whatever their timeouts
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 2);
$held = [$pool->acquire(), $pool->acquire()];
foreach (['A' => 0, 'B' => 50_000, 'C' => null, 'D' => 20_000, 'E' => 0, 'F' => 10_000] as $name => $timeout) {
    worker($name, function () use ($pool, $timeout) {
        $r = $pool->acquire($timeout);
        suspend();
        $pool->release($r);

        return 'served';
    });
}
settle();
array_map($pool->release(...), $held);
settle(50);
counts($pool);

finish();
--EXPECT--
A: served
B: served
C: served
D: served
E: served
F: served
total=2 idle=2 active=0
done
