--TEST--
SPEC 38, 39: the classes and interfaces of scopes and contexts as reflection shows them; no clone, no serialize
--FILE--
<?php
foreach ([Async\ScopeProvider::class, Async\SpawnStrategy::class, Async\Scope::class, Async\Context::class, Async\ContextException::class] as $name) {
    $class = new ReflectionClass($name);
    echo rtrim(($class->isInterface() ? 'interface ' : ($class->isFinal() ? 'final class ' : 'class ')) . $name . ' ' . implode(', ', $class->getInterfaceNames()) . ' ' . ($class->getParentClass() ? $class->getParentClass()->name : '')), "\n";
    foreach ($class->getMethods() as $method) {
        if ($method->class !== $name) { continue; }
        $parameters = array_map(fn ($p) => $p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->name . ($p->isDefaultValueAvailable() ? ' = ' . var_export($p->getDefaultValue(), true) : ''), $method->getParameters());
        echo '  ', $method->isStatic() ? 'static ' : '', $method->name, '(', implode(', ', $parameters), ')', $method->hasReturnType() ? ": {$method->getReturnType()}" : '', "\n";
    }
}
foreach (['spawn', 'spawn_with', 'current_context', 'coroutine_context', 'root_context', 'request_context'] as $name) {
    $function = new ReflectionFunction("Async\\$name");
    echo $name, '(', implode(', ', array_map(fn ($p) => $p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->name, $function->getParameters())), '): ', $function->getReturnType(), "\n";
}
foreach ([new Async\Scope(), new Async\Context()] as $object) {
    try { clone $object; } catch (Error $e) { echo $e->getMessage(), "\n"; }
    try { serialize($object); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
interface Async\ScopeProvider
  provideScope(): ?Async\Scope
interface Async\SpawnStrategy Async\ScopeProvider
  beforeCoroutineEnqueue(Async\Coroutine $coroutine, Async\Scope $scope): array
  afterCoroutineEnqueue(Async\Coroutine $coroutine, Async\Scope $scope): void
final class Async\Scope Async\ScopeProvider
  __construct()
  static inherit(?Async\Scope $parentScope = NULL): Async\Scope
  provideScope(): Async\Scope
  asNotSafely(): Async\Scope
  allowZombies(): Async\Scope
  spawn(callable $callable, mixed ...$params): Async\Coroutine
  cancel(?Async\AsyncCancellation $cancellationError = NULL): void
  awaitCompletion(Async\Awaitable $cancellation): void
  awaitAfterCancellation(?callable $errorHandler = NULL, ?Async\Awaitable $cancellation = NULL): void
  isFinished(): bool
  isClosed(): bool
  isCancelled(): bool
  setExceptionHandler(callable $exceptionHandler): void
  setChildScopeExceptionHandler(callable $exceptionHandler): void
  finally(callable $callback): void
  dispose(): void
  disposeSafely(): void
  disposeAfterTimeout(int $timeout): void
  getChildScopes(): array
final class Async\Context
  find(object|string $key): mixed
  get(object|string $key): mixed
  has(object|string $key): bool
  findLocal(object|string $key): mixed
  getLocal(object|string $key): mixed
  hasLocal(object|string $key): bool
  set(object|string $key, mixed $value, bool $replace = false): Async\Context
  unset(object|string $key): Async\Context
class Async\ContextException Stringable, Throwable Async\AsyncException
spawn(callable $task, mixed ...$args): Async\Coroutine
spawn_with(Async\ScopeProvider $provider, callable $task, mixed ...$args): Async\Coroutine
current_context(): Async\Context
coroutine_context(): Async\Context
root_context(): Async\Context
request_context(): ?Async\Context
Trying to clone an uncloneable object of class Async\Scope
Serialization of 'Async\Scope' is not allowed
Trying to clone an uncloneable object of class Async\Context
Serialization of 'Async\Context' is not allowed
