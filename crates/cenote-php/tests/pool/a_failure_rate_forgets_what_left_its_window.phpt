--TEST--
SPEC 14.11: FailureRate looks only at results of the last window ms
--FILE--
<?php
use Async\FailureRate;
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(beforeRelease: fn () => false);
$pool->setCircuitBreakerStrategy(new FailureRate(rate: 0.5, minimum: 3, window: 200, cooldown: 60_000));
$pool->release($pool->acquire());
delay(500);
$pool->release($pool->acquire());
delay(500);
$pool->release($pool->acquire());
line($pool->getState());
delay(500);
[$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$pool->release($a);
$pool->release($b);
$pool->release($c);
line($pool->getState());

finish();
--EXPECT--
ACTIVE
INACTIVE
done
