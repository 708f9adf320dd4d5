--TEST--
SPEC 9.2, 36.3: after a rejection: reportFailure, destructor, then the place is granted; no success is reported
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(
    destructor: function (Res $r) use ($probe, &$pool) {
        $probe->destroy($r);
        counts($pool);
        stats($pool, 'granted');
    },
    beforeRelease: function (Res $r) {
        line("check $r");

        return false;
    },
    max: 1,
);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
foreach (['A', 'B'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
$pool->release($r);
stats($pool, 'granted');
settle();
stats($pool, 'waiting');
$pool->deactivate();
settle();

finish();
--EXPECT--
make r1
check r1
failure Exception: Resource validation failed
destroy r1
total=1 idle=0 active=1
granted=0
granted=1
make r2
A: r2
waiting=1
B: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
done
