--TEST--
SPEC 6.6: when the only waiter leaves without using its right to create, nothing is made, and the place is free
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn () => false, max: 1);
$r = $pool->acquire();
$waiter = worker('waiter', fn () => $pool->acquire());
settle();
$pool->release($r);
$waiter->cancel();
settle();
counts($pool);
stats($pool, 'granted', 'created');
line($pool->tryAcquire());

finish();
--EXPECT--
make r1
destroy r1
waiter: Async\AsyncCancellation
total=0 idle=0 active=0
granted=0 created=1
make r2
r2
done
