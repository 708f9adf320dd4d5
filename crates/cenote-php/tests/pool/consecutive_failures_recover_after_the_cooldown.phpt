--TEST--
SPEC 14.11: after the cooldown acquire moves to RECOVERING; a success there activates, a failure doubles the cooldown
--FILE--
<?php
use Async\ConsecutiveFailures;
use Async\ServiceUnavailableException;

require __DIR__ . '/helpers.inc';

$ok = false;
$pool = (new Probe(quiet: true))->pool(beforeRelease: function () use (&$ok) {
    return $ok;
});
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 1, cooldown: 100));

// Milliseconds until acquire is let through again.
$closedFor = function () use ($pool, &$r): float {
    $start = hrtime(true);
    until(function () use ($pool, &$r) {
        try {
            return $r = $pool->acquire();
        } catch (ServiceUnavailableException) {
            return false;
        }
    }, 'the cooldown');

    return (hrtime(true) - $start) / 1e6;
};

// Lower bounds leave room for 10 % of jitter and a coarse clock.
$pool->release($pool->acquire());
line($pool->getState(), $closedFor() >= 75.0, $pool->getState());
$pool->release($r);
line($pool->getState(), $closedFor() >= 165.0, $pool->getState());
$pool->release($r);
line($pool->getState(), $closedFor() >= 345.0, $pool->getState());
$ok = true;
$pool->release($r);
line($pool->getState());

// The success has reset the cooldown: without that it would be 800 ms.
$ok = false;
$pool->release($pool->acquire());
line($pool->getState(), $closedFor() < 700.0);

finish();
--EXPECT--
INACTIVE true RECOVERING
INACTIVE true RECOVERING
INACTIVE true RECOVERING
ACTIVE
INACTIVE true
done
