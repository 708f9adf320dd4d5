--TEST--
SPEC 2.5: CircuitBreaker has four methods, CircuitBreakerState three cases
--FILE--
<?php
use Async\CircuitBreaker;
use Async\CircuitBreakerState;

require __DIR__ . '/helpers.inc';

foreach ((new ReflectionClass(CircuitBreaker::class))->getMethods() as $method) {
    $signatures[] = $method->getName() . '(): ' . ($method->getReturnType() ?? $method->getTentativeReturnType());
}
sort($signatures);
array_map(line(...), $signatures);
line(...CircuitBreakerState::cases());

finish();
--EXPECT--
activate(): void
deactivate(): void
getState(): Async\CircuitBreakerState
recover(): void
ACTIVE INACTIVE RECOVERING
done
