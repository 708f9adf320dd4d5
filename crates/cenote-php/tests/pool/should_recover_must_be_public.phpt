--TEST--
SPEC 14.5: a strategy without a public shouldRecover is not asked
--FILE--
<?php
require __DIR__ . '/helpers.inc';

final class Hidden extends Strategy
{
    private function shouldRecover(): bool
    {
        line('asked');

        return true;
    }
}

foreach ([new Strategy(), new Hidden()] as $strategy) {
    $pool = (new Probe())->pool();
    $pool->setCircuitBreakerStrategy($strategy);
    $pool->deactivate();
    throws(fn () => $pool->acquire());
}

finish();
--EXPECT--
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
done
