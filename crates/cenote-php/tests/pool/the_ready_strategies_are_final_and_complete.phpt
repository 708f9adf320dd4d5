--TEST--
SPEC 14.11: ConsecutiveFailures and FailureRate are final strategies with shouldRecover and reportCreateFailure
--FILE--
<?php
use Async\CircuitBreakerStrategy;
use Async\ConsecutiveFailures;
use Async\FailureRate;

require __DIR__ . '/helpers.inc';

foreach ([ConsecutiveFailures::class, FailureRate::class] as $class) {
    $reflection = new ReflectionClass($class);
    line($class, $reflection->isFinal(), $reflection->implementsInterface(CircuitBreakerStrategy::class));
    line($reflection->getMethod('shouldRecover')->isPublic(), $reflection->getMethod('reportCreateFailure')->isPublic());
    foreach ($reflection->getConstructor()->getParameters() as $p) {
        line((string) $p->getType(), $p->getName(), '=', $p->getDefaultValue());
    }
}

finish();
--EXPECT--
Async\ConsecutiveFailures true true
true true
int threshold = 5
int cooldown = 1000
int maxCooldown = 30000
Async\FailureRate true true
true true
float rate = 0.5
int minimum = 20
int window = 10000
int cooldown = 1000
int maxCooldown = 30000
done
