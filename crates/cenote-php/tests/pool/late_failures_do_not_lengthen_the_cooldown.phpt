--TEST--
SPEC 14.11: results that arrive while INACTIVE change nothing
--FILE--
<?php
use Async\ConsecutiveFailures;
use Async\ServiceUnavailableException;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(beforeRelease: fn ($r) => $r->id > 100, max: 120);
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 1, cooldown: 20, maxCooldown: 3_600_000));
for ($i = 0; $i < 101; $i++) {
    $held[] = $pool->acquire();
}
array_map($pool->release(...), $held);
// The hundred failures, and the late success of the 101st, left it as the first failure had put it.
line($pool->getState());
until(function () use ($pool) {
    try {
        return $pool->acquire();
    } catch (ServiceUnavailableException) {
        return false;
    }
}, 'a cooldown of 20 ms');
line($pool->getState());

finish();
--EXPECT--
INACTIVE
RECOVERING
done
