--TEST--
SPEC 12.1, 34.27: close marks, fails all waiters with or without a grant, then destroys idle ones once each
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(destructor: function ($r) use ($probe, &$pool) {
    line('closed', $pool->isClosed());
    stats($pool, 'waiting', 'granted');
    $probe->destroy($r);
}, max: 3);
[$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
foreach (['A', 'B', 'C'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
$pool->release($a);
stats($pool, 'granted');
$pool->close();
counts($pool);
settle();
counts($pool);

finish();
--EXPECT--
make r1
make r2
make r3
granted=1
closed true
waiting=0 granted=0
destroy r1
total=2 idle=0 active=2
A: Async\PoolException: Pool is closed
B: Async\PoolException: Pool is closed
C: Async\PoolException: Pool is closed
total=2 idle=0 active=2
done
