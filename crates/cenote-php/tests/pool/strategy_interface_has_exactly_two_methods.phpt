--TEST--
SPEC 2.6: CircuitBreakerStrategy has exactly reportSuccess and reportFailure
--FILE--
<?php
use Async\CircuitBreakerStrategy;

require __DIR__ . '/helpers.inc';

foreach ((new ReflectionClass(CircuitBreakerStrategy::class))->getMethods() as $method) {
    $types = array_map(fn ($p) => $p->getType() . ' $' . $p->getName(), $method->getParameters());
    $signatures[] = $method->getName() . '(' . implode(', ', $types) . '): '
        . ($method->getReturnType() ?? $method->getTentativeReturnType());
}
sort($signatures);
array_map(line(...), $signatures);

finish();
--EXPECT--
reportFailure(mixed $source, Throwable $error): void
reportSuccess(mixed $source): void
done
