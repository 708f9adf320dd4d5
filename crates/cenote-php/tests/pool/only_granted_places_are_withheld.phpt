--TEST--
SPEC 6.4: with 4 idle and one of them granted, tryAcquire succeeds three times
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 4);
$held = [$pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire()];
worker('waiter', fn () => 'served ' . count([$pool->acquire()]));
settle();
array_map($pool->release(...), $held);
stats($pool, 'idle', 'granted');
$taken = [$pool->tryAcquire(), $pool->tryAcquire(), $pool->tryAcquire()];
line(in_array(null, $taken, true), $pool->tryAcquire());
settle();
counts($pool);

finish();
--EXPECT--
idle=4 granted=1
false null
waiter: served 1
total=4 idle=0 active=4
done
