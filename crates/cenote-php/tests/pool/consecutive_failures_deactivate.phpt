--TEST--
SPEC 14.11: threshold failures in a row deactivate; a success in between starts the count anew; factory failures count
--FILE--
<?php
use Async\ConsecutiveFailures;

require __DIR__ . '/helpers.inc';

$ok = true;
$fail = false;
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, &$fail) {
        return $fail ? throw new RuntimeException('refused') : $probe->make();
    },
    beforeRelease: function () use (&$ok) {
        return $ok;
    },
);
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 3, cooldown: 60_000));
$states = '';
foreach (str_split('ffsffsfff') as $result) {
    $ok = $result === 's';
    $pool->release($pool->acquire());
    $states .= $result . $pool->getState()->name[0];
}
line($states);
throws(fn () => $pool->acquire());

$pool = $probe->pool(factory: function () use ($probe, &$fail) {
    return $fail ? throw new RuntimeException('refused') : $probe->make();
}, max: 20);
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 2, cooldown: 60_000));
$fail = true;
for ($i = 0; $i < 3; $i++) {
    throws(fn () => $pool->acquire());
    line($pool->getState());
}

finish();
--EXPECT--
fAfAsAfAfAsAfAfAfI
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
RuntimeException: refused
ACTIVE
RuntimeException: refused
INACTIVE
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
INACTIVE
done
