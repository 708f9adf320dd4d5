--TEST--
SPEC 5.3, 10.3: acquire, tryAcquire and release work from inside beforeAcquire
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$depth = 0;
$pool = (new Probe())->pool(beforeAcquire: function ($r) use (&$depth, &$pool) {
    if ($depth++ > 0) {
        return;
    }
    $second = $pool->acquire();
    line("check of $r has", $second, 'and none is left:', $pool->tryAcquire());
    $pool->release($second);
    throws(fn () => $pool->release($r));
}, min: 2, max: 2);
line($pool->acquire());
counts($pool);

finish();
--EXPECT--
make r1
make r2
check of r1 has r2 and none is left: null
Async\PoolException: resource is not active in this pool
r1
total=2 idle=1 active=1
done
