--TEST--
SPEC 14.5, 14.9: false or an exception from shouldRecover leaves the pool INACTIVE
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach ([fn () => false, fn () => throw new RuntimeException('broken'), fn () => throw new TypeError('wrong')] as $answer) {
    $pool = (new Probe())->pool();
    $pool->setCircuitBreakerStrategy(new RecoveringStrategy($answer));
    $pool->deactivate();
    throws(fn () => $pool->acquire());
    line($pool->getState());
}

finish();
--EXPECT--
shouldRecover?
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
INACTIVE
shouldRecover?
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
INACTIVE
shouldRecover?
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
INACTIVE
done
