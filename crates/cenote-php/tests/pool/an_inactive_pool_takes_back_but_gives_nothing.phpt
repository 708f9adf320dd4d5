--TEST--
SPEC 14.2: in state INACTIVE acquire throws, tryAcquire gives null, release works as usual
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn ($r) => $r->id > 1, max: 3);
$pool->setCircuitBreakerStrategy(new Strategy());
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->deactivate();
throws(fn () => $pool->acquire());
line($pool->tryAcquire());
$pool->release($a);
$pool->release($b);
counts($pool);
$pool->activate();
line($pool->acquire());

finish();
--EXPECT--
make r1
make r2
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
null
failure Exception: Resource validation failed
destroy r1
success
total=1 idle=1 active=0
r2
done
