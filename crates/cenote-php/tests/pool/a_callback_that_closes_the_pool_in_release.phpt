--TEST--
SPEC 9.3, 12.1: a beforeRelease or destructor that itself closes the pool leaves nothing behind, and each is destroyed once
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['beforeRelease', 'destructor'] as $which) {
    line($which);
    $probe = new Probe();
    $pool = $probe->pool(
        destructor: function ($r) use ($probe, $which, &$pool) {
            $probe->destroy($r);
            $which === 'destructor' && $pool->close();
        },
        beforeRelease: function () use ($which, &$pool) {
            $which === 'beforeRelease' && $pool->close();

            return $which !== 'destructor';
        },
        min: 2,
    );
    $pool->setCircuitBreakerStrategy(new Strategy());
    $r = $pool->acquire();
    $pool->release($r);
    counts($pool);
}

finish();
--EXPECT--
beforeRelease
make r1
make r2
destroy r2
success
destroy r1
total=0 idle=0 active=0
destructor
make r1
make r2
failure Exception: Resource validation failed
destroy r1
destroy r2
total=0 idle=0 active=0
done
