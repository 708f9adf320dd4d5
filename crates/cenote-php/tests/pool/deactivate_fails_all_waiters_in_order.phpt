--TEST--
SPEC 14.3, 34.27: deactivate fails all parked callers at once, granted ones too, whose resources stay idle
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
foreach (['A', 'B', 'C'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
$pool->release($a);
$pool->deactivate();
stats($pool, 'waiting', 'granted', 'idle');
settle();
counts($pool);
$pool->activate();
settle();
line($pool->tryAcquire(), $pool->tryAcquire());

finish();
--EXPECT--
make r1
make r2
waiting=0 granted=0 idle=1
A: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
B: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
C: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=2 idle=1 active=1
r1 null
done
