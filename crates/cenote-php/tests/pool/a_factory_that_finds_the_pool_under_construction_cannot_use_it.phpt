--TEST--
SPEC 3.6, 4.1: calls made on the pool from inside prewarm are refused and disturb nothing
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe) {
    $unfinished = pool_under_construction();
    throws(fn () => $unfinished->acquire());
    throws(fn () => $unfinished->tryAcquire());
    line($unfinished->isClosed(), count($unfinished));
    $unfinished->close();

    return $probe->make();
}, min: 1, max: 3);
counts($pool);
line($pool->isClosed(), $pool->getState(), $pool->acquire());

finish();
--EXPECT--
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
true 0
make r1
total=1 idle=1 active=0
false ACTIVE r1
done
