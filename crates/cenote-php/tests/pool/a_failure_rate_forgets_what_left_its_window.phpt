--TEST--
SPEC 14.11: FailureRate looks only at results of the last window ms
--FILE--
<?php
use Async\FailureRate;
use Async\Pool;
use function Async\delay;

require __DIR__ . '/helpers.inc';

function failing_pool(): Pool
{
    $pool = (new Probe(quiet: true))->pool(beforeRelease: fn () => false);
    $pool->setCircuitBreakerStrategy(new FailureRate(rate: 0.5, minimum: 3, window: 200, cooldown: 60_000));

    return $pool;
}

$pool = failing_pool();
$pool->release($pool->acquire());
delay(500);
$pool->release($pool->acquire());
delay(500);
$pool->release($pool->acquire());
line($pool->getState());
// Three within the window.
[$pool] = in_time(150, function () {
    $pool = failing_pool();
    [$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
    $pool->release($a);
    $pool->release($b);
    $pool->release($c);

    return [$pool];
});
line($pool->getState());

finish();
--EXPECT--
ACTIVE
INACTIVE
done
