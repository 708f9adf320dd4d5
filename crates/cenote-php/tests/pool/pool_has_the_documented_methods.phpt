--TEST--
SPEC 2.7: the methods of Pool have the documented signatures
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$methods = ['acquire', 'tryAcquire', 'release', 'close', 'isClosed', 'count', 'idleCount', 'activeCount', 'stats',
    'setCircuitBreakerStrategy', 'activate', 'deactivate', 'recover', 'getState'];
foreach ($methods as $name) {
    $method = new ReflectionMethod(Pool::class, $name);
    $types = array_map(fn ($p) => $p->getType() . ($p->isOptional() ? ' optional' : ''), $method->getParameters());
    line("$name(" . implode(', ', $types) . '): ' . ($method->getReturnType() ?? $method->getTentativeReturnType()));
}

$pool = (new Probe())->pool();
$r = $pool->acquire(timeout: null);
$pool->release(resource: $r);

finish();
--EXPECT--
acquire(?int optional): mixed
tryAcquire(): mixed
release(mixed): void
close(): void
isClosed(): bool
count(): int
idleCount(): int
activeCount(): int
stats(): array
setCircuitBreakerStrategy(?Async\CircuitBreakerStrategy): void
activate(): void
deactivate(): void
recover(): void
getState(): Async\CircuitBreakerState
make r1
done
