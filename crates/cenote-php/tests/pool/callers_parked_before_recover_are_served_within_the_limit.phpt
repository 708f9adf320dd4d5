--TEST--
SPEC 14.4, 6.9: those parked before recover() stay parked and are granted within the limit; activate grants what is free
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 3);
[$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
foreach (['A', 'B', 'C'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
$pool->recover();
settle();
stats($pool, 'waiting');
$pool->release($a);
$pool->release($b);
stats($pool, 'granted', 'idle');
line('newcomer:', $pool->tryAcquire());
throws(fn () => $pool->acquire());
settle();
counts($pool);
$pool->release($a);
settle();
counts($pool);
$pool->release($c);
settle();
counts($pool);
$pool->activate();
stats($pool, 'granted');
settle();
counts($pool);

finish();
--EXPECTF--
make r1
make r2
make r3
waiting=3
granted=1 idle=2
newcomer: null
Async\ServiceUnavailableException: %s
A: r1
total=3 idle=1 active=2
B: r2
total=3 idle=1 active=2
total=3 idle=2 active=1
granted=1
C: r1
total=3 idle=1 active=2
done
