--TEST--
SPEC 10.3, 12.1: a destructor finds the pool consistent: during a release it can acquire, during close it is refused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(destructor: function ($r) use ($probe, &$pool) {
    $probe->destroy($r);
    line('full:', $pool->tryAcquire());
    throws(fn () => $pool->acquire(5));
}, beforeRelease: fn ($r) => $r->id > 1, max: 1);
$pool->release($pool->acquire());
counts($pool);
$pool->release($pool->acquire());
$pool->close();
counts($pool);

finish();
--EXPECTF--
make r1
destroy r1
full: null
Async\TimeoutException: No resource within 5 ms: max=1 active=1 idle=0 creating=0 waiting=1 %s
total=0 idle=0 active=0
make r2
destroy r2
full: null
Async\PoolException: Pool is closed
total=0 idle=0 active=0
done
