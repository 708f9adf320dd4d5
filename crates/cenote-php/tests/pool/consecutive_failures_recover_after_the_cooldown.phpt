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

// Releases it; says what the pool is after that and when acquire is let through again, and after how many milliseconds that is.
$closed = function (mixed $resource) use ($pool, &$r): array {
    $start = hrtime(true);
    $pool->release($resource);
    $state = $pool->getState();
    until(function () use ($pool, &$r) {
        try {
            return $r = $pool->acquire();
        } catch (ServiceUnavailableException) {
            return false;
        }
    }, 'the cooldown');

    return ["{$state->name}, {$pool->getState()->name}", (hrtime(true) - $start) / 1e6];
};

// Lower bounds leave room for 10 % of jitter and a coarse clock.
[$states, $ms] = $closed($pool->acquire());
line($states, $ms >= 75.0);
[$states, $ms] = $closed($r);
line($states, $ms >= 165.0);
[$states, $ms] = $closed($r);
line($states, $ms >= 345.0);
$ok = true;
$pool->release($r);
line($pool->getState());

// The success has reset the cooldown: without that it would be 800 ms. The least of several times, as the machine may stand still.
for ($attempt = 0, $least = INF; $attempt < 5 && $least >= 700.0; $attempt++) {
    $ok = false;
    [$states, $ms] = $closed($pool->acquire());
    $least = min($least, $ms);
    $ok = true;
    $pool->release($r);
}
line($states, $least < 700.0);

finish();
--EXPECT--
INACTIVE, RECOVERING true
INACTIVE, RECOVERING true
INACTIVE, RECOVERING true
ACTIVE
INACTIVE, RECOVERING true
done
