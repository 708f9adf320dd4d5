--TEST--
SPEC 5.8, 34.25: a factory, beforeAcquire or destructor that itself closes the pool makes acquire fail, and nothing survives
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['factory', 'beforeAcquire', 'destructor'] as $which) {
    line($which);
    $probe = new Probe();
    $pool = $probe->pool(
        factory: function () use ($probe, $which, &$pool) {
            $which === 'factory' && $pool->close();

            return $probe->make();
        },
        destructor: function ($r) use ($probe, $which, &$pool) {
            $probe->destroy($r);
            $which === 'destructor' && $pool->close();
        },
        beforeAcquire: function () use ($which, &$pool) {
            $which === 'beforeAcquire' && $pool->close();

            return $which !== 'destructor';
        },
        min: $which === 'factory' ? 0 : 1,
    );
    throws(fn () => $pool->acquire());
    counts($pool);
}

finish();
--EXPECT--
factory
make r1
destroy r1
Async\PoolException: Pool is closed
total=0 idle=0 active=0
beforeAcquire
make r1
destroy r1
Async\PoolException: Pool is closed
total=0 idle=0 active=0
destructor
make r1
destroy r1
Async\PoolException: Pool is closed
total=0 idle=0 active=0
done
