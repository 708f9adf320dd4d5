--TEST--
SPEC 6.6, 6.8: a waiter cancelled after its wake sees the cancellation; with nobody left the resource is plainly idle
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeAcquire: fn ($r) => line("check $r"), max: 1);
$r = $pool->acquire();
$waiter = worker('waiter', fn () => $pool->acquire());
settle();
$pool->release($r);
$waiter->cancel();
settle();
counts($pool);
stats($pool, 'granted', 'waiting');
line($pool->tryAcquire());

finish();
--EXPECT--
make r1
waiter: Async\AsyncCancellation
total=1 idle=1 active=0
granted=0 waiting=0
check r1
r1
done
