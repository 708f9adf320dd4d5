--TEST--
SPEC 14.11: FailureRate deactivates when at least minimum results came and the share of failures reaches the rate
--FILE--
<?php
use Async\CircuitBreakerState;
use Async\FailureRate;

require __DIR__ . '/helpers.inc';

$ok = true;
foreach (['sff', 'ssff', 'ffff', 'sssfff', 'ffss'] as $results) {
    $pool = (new Probe(quiet: true))->pool(beforeRelease: function () use (&$ok) {
        return $ok;
    });
    $pool->setCircuitBreakerStrategy(new FailureRate(rate: 0.5, minimum: 4, window: 60_000, cooldown: 60_000));
    $states = '';
    for ($i = 0; $i < strlen($results) && $pool->getState() === CircuitBreakerState::ACTIVE; $i++) {
        $r = $pool->acquire();
        $ok = $results[$i] === 's';
        $pool->release($r);
        $states .= $pool->getState()->name[0];
    }
    line($results, $states);
}

finish();
--EXPECTF--
sff AAA
ssff AAAI
ffff AAAI
sssfff AAAAAI
ffss AAA%c
done
