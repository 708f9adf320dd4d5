--TEST--
SPEC 3.5, 34.23: a second __construct call throws Error and leaves the pool as it was
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(min: 1, max: 2);
$held = $pool->acquire();
throws(fn () => $pool->__construct(fn () => 'other', fn () => line('other destructor'), min: 2, max: 5));
counts($pool);
line($pool->acquire(), $pool->tryAcquire());
$pool->release($held);
$pool->close();

finish();
--EXPECTF--
make r1
Error: %s
total=1 idle=0 active=1
make r2
r2 null
destroy r1
done
