--TEST--
SPEC 7.5, 7.6, 34.25: a caller that would have to park after its deadline fails at once, without parking
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
$pool->setCircuitBreakerStrategy(new RecoveringStrategy(function () {
    // The deadline passes in here; what is queued now would run if acquire parked.
    spin(60);
    spawn(fn () => line('others run'));

    return true;
}));
$pool->deactivate();
throws(fn () => $pool->acquire(20));
settle();
stats($pool, 'timeouts', 'waiting');

finish();
--EXPECTF--
make r1
shouldRecover?
Async\TimeoutException: No resource within 20 ms: max=1 active=1 idle=0 creating=0 waiting=%d breaker=RECOVERING longest hold=%d ms
others run
timeouts=1 waiting=0
done
