--TEST--
SPEC 15.1: making, using and dropping pools in numbers does not make memory grow
--FILE--
<?php
use Async\CircuitBreakerState;
use Async\ConsecutiveFailures;
use Async\PoolException;

require __DIR__ . '/helpers.inc';

$cycle = function () {
    $probe = new Probe(quiet: true);
    $pool = $probe->pool(
        healthcheck: fn () => true,
        beforeRelease: fn () => mt_rand(0, 1) === 1,
        min: 2,
        healthcheckInterval: 60_000,
        maxLifetime: 60_000,
        idleTimeout: 60_000,
    );
    $pool->setCircuitBreakerStrategy(new ConsecutiveFailures());
    $r = $pool->acquire();
    try {
        $pool->release(new Res(0));
    } catch (PoolException) {
    }
    $pool->release($r);
    if ($pool->getState() === CircuitBreakerState::ACTIVE) {
        $pool->acquire();
    }
};
for ($i = 0; $i < 300; $i++) {
    $cycle();
}
gc_collect_cycles();
$before = memory_get_usage();
for ($i = 0; $i < 2_000; $i++) {
    $cycle();
}
gc_collect_cycles();
line(memory_get_usage() - $before < 20_000);

finish();
--EXPECT--
true
done
