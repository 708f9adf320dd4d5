--TEST--
SPEC 14.11: doubling the cooldown ends at maxCooldown
--FILE--
<?php
use Async\ConsecutiveFailures;
use Async\ServiceUnavailableException;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(beforeRelease: fn () => false);
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 1, cooldown: 1, maxCooldown: 4));
// Without the maximum the last of these would take days.
for ($i = 0; $i < 30; $i++) {
    until(function () use ($pool, &$r) {
        try {
            return $r = $pool->acquire();
        } catch (ServiceUnavailableException) {
            return false;
        }
    }, 'a short cooldown');
    $pool->release($r);
}
line($pool->getState());

finish();
--EXPECT--
INACTIVE
done
