--TEST--
SPEC 14.11: setting a ready strategy on a second pool throws PoolException
--FILE--
<?php
use Async\ConsecutiveFailures;
use Async\FailureRate;

require __DIR__ . '/helpers.inc';

foreach ([new ConsecutiveFailures(), new FailureRate()] as $strategy) {
    $first = (new Probe())->pool();
    $second = (new Probe())->pool();
    $first->setCircuitBreakerStrategy($strategy);
    line(throws(fn () => $second->setCircuitBreakerStrategy($strategy))::class);
}

finish();
--EXPECTF--
Async\PoolException: %s
Async\PoolException
Async\PoolException: %s
Async\PoolException
done
