--TEST--
SPEC 5.8: a factory or beforeAcquire that itself deactivates the pool makes acquire fail, and tryAcquire give null
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['factory', 'beforeAcquire'] as $which) {
    line($which);
    $probe = new Probe();
    $pool = $probe->pool(
        factory: function () use ($probe, $which, &$pool) {
            $which === 'factory' && $pool->deactivate();

            return $probe->make();
        },
        beforeAcquire: function () use (&$pool) {
            $pool->deactivate();
        },
        min: $which === 'factory' ? 0 : 2,
    );
    throws(fn () => $pool->acquire());
    $pool->activate();
    line($pool->tryAcquire());
    counts($pool);
}

finish();
--EXPECT--
factory
make r1
destroy r1
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
make r2
destroy r2
null
total=0 idle=0 active=0
beforeAcquire
make r1
make r2
destroy r1
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
destroy r2
null
total=0 idle=0 active=0
done
