--TEST--
SPEC 14.8: factory failures, deaths in checks, rejections by beforeAcquire, expiry and close are not reported
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$fail = false;
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, &$fail) {
        return $fail ? throw new RuntimeException('refused') : $probe->make();
    },
    healthcheck: fn ($r) => $r->id !== 3,
    beforeAcquire: fn ($r) => $r->id !== 1,
    min: 3,
    healthcheckInterval: 1,
    idleTimeout: 40,
    maxLifetime: 60_000,
);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
line($r);
until(fn () => in_array(3, $probe->destroyed), 'the death');
$fail = true;
while ($pool->idleCount()) {
    $pool->acquire();
}
throws(fn () => $pool->acquire());
throws(fn () => $pool->tryAcquire());
$pool->close();
settle();

finish();
--EXPECT--
r2
RuntimeException: refused
RuntimeException: refused
done
