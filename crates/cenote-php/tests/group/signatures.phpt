--TEST--
SPEC 40: TaskGroup and TaskSet as reflection shows them; no clone, no serialize
--FILE--
<?php
foreach ([Async\TaskGroup::class, Async\TaskSet::class] as $name) {
    $class = new ReflectionClass($name);
    $interfaces = $class->getInterfaceNames();
    sort($interfaces);
    echo $class->isFinal() ? 'final ' : '', $name, ' ', implode(', ', $interfaces), "\n";
    foreach ($class->getMethods() as $method) {
        $parameters = array_map(fn ($p) => $p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->name . ($p->isDefaultValueAvailable() ? ' = ' . var_export($p->getDefaultValue(), true) : ''), $method->getParameters());
        echo '  ', $method->name, '(', implode(', ', $parameters), ')', $method->hasReturnType() ? ": {$method->getReturnType()}" : '', "\n";
    }
    try { clone new $name(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    try { serialize(new $name()); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
final Async\TaskGroup Async\Awaitable, Countable, IteratorAggregate, Traversable
  __construct(?int $concurrency = NULL, ?int $queueLimit = NULL, ?Async\Scope $scope = NULL)
  spawn(callable $task, mixed ...$args): void
  spawnWithKey(string|int $key, callable $task, mixed ...$args): void
  cancel(?Async\AsyncCancellation $cancellation = NULL): void
  close(): void
  dispose(): void
  isFinished(): bool
  isClosed(): bool
  count(): int
  awaitCompletion(?Async\Completable $cancellation = NULL): void
  finally(callable $callback): void
  getIterator(): Iterator
  all(bool $ignoreErrors = false): Async\Future
  race(): Async\Future
  any(): Async\Future
  getResults(): array
  getErrors(): array
  suppressErrors(): void
Trying to clone an uncloneable object of class Async\TaskGroup
Serialization of 'Async\TaskGroup' is not allowed
final Async\TaskSet Async\Awaitable, Countable, IteratorAggregate, Traversable
  __construct(?int $concurrency = NULL, ?int $queueLimit = NULL, ?Async\Scope $scope = NULL)
  spawn(callable $task, mixed ...$args): void
  spawnWithKey(string|int $key, callable $task, mixed ...$args): void
  cancel(?Async\AsyncCancellation $cancellation = NULL): void
  close(): void
  dispose(): void
  isFinished(): bool
  isClosed(): bool
  count(): int
  awaitCompletion(?Async\Completable $cancellation = NULL): void
  finally(callable $callback): void
  getIterator(): Iterator
  joinAll(bool $ignoreErrors = false): Async\Future
  joinNext(): Async\Future
  joinAny(): Async\Future
Trying to clone an uncloneable object of class Async\TaskSet
Serialization of 'Async\TaskSet' is not allowed
