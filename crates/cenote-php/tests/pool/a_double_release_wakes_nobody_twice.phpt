--TEST--
SPEC 9.6, 34.24: a second release with waiters parked lends the resource to one of them only
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
worker('A', fn () => $pool->acquire());
worker('B', fn () => $pool->acquire());
settle();
$pool->release($r);
throws(fn () => $pool->release($r));
settle();
counts($pool);
stats($pool, 'waiting', 'granted');
$pool->close();
settle();

finish();
--EXPECT--
make r1
Async\PoolException: resource is not active in this pool
A: r1
total=1 idle=0 active=1
waiting=1 granted=0
B: Async\PoolException: Pool is closed
done
