--TEST--
SPEC 14.11: after FailureRate's cooldown a success activates, a failure deactivates again
--FILE--
<?php
use Async\FailureRate;
use Async\ServiceUnavailableException;

require __DIR__ . '/helpers.inc';

$ok = false;
$pool = (new Probe(quiet: true))->pool(beforeRelease: function () use (&$ok) {
    return $ok;
});
$pool->setCircuitBreakerStrategy(new FailureRate(rate: 1.0, minimum: 2, cooldown: 10));
$again = function () use ($pool, &$r) {
    try {
        return $r = $pool->acquire();
    } catch (ServiceUnavailableException) {
        return false;
    }
};
$pool->release($pool->acquire());
$pool->release($pool->acquire());
line($pool->getState());
until($again, 'the cooldown');
line($pool->getState());
$pool->release($r);
line($pool->getState());
until($again, 'the cooldown');
$ok = true;
$pool->release($r);
line($pool->getState());

finish();
--EXPECT--
INACTIVE
RECOVERING
INACTIVE
ACTIVE
done
