--TEST--
SPEC 9.6, 34.24: a foreign or second release throws; no hook, report, destructor or count change happens
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn ($r) => line("check $r"), max: 2);
$pool->setCircuitBreakerStrategy(new Strategy());
$other = (new Probe())->pool();
$foreign = $other->acquire();
$r = $pool->acquire();

throws(fn () => $pool->release($foreign));
throws(fn () => $pool->release(new Res(1)));
throws(fn () => $pool->release(clone $r));
throws(fn () => $pool->release(1));
throws(fn () => $pool->release('r1'));
throws(fn () => $pool->release(null));
throws(fn () => $pool->release([$r]));
counts($pool);
$pool->release($r);
throws(fn () => $pool->release($r));
throws(fn () => $pool->release($r));
counts($pool);
line($pool->acquire(), $pool->tryAcquire());
counts($pool);

finish();
--EXPECT--
make r1
make r1
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
total=1 idle=0 active=1
check r1
success
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
total=1 idle=1 active=0
make r2
r1 r2
total=2 idle=0 active=2
done
