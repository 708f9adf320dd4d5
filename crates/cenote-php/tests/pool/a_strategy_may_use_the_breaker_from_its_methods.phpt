--TEST--
SPEC 14.9: deactivate, recover and activate work from inside reportSuccess and reportFailure
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(beforeRelease: fn ($r) => $r->id !== 1, max: 1);
$pool->setCircuitBreakerStrategy(new Strategy(
    onSuccess: fn (Pool $pool) => $pool->activate(),
    onFailure: fn (Pool $pool) => $pool->deactivate(),
));
$r = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
$pool->release($r);
line($pool->getState());
settle();
counts($pool);
$pool->recover();
$pool->release($pool->acquire());
line($pool->getState());

finish();
--EXPECT--
failure Exception: Resource validation failed
INACTIVE
waiter: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=0 idle=0 active=0
success
ACTIVE
done
