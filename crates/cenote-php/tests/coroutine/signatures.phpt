--TEST--
SPEC 30: the functions and methods have the parameter names, defaults and types of the table
--FILE--
<?php
$show = function (ReflectionFunctionAbstract $f): string {
    $params = array_map(fn($p) => trim(
        $p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName()
        . ($p->isDefaultValueAvailable() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : '')
    ), $f->getParameters());
    return $f->getName() . '(' . implode(', ', $params) . '): ' . $f->getReturnType();
};
foreach (['spawn', 'await', 'await_all', 'await_all_or_fail', 'suspend', 'delay', 'current_coroutine', 'timeout', 'protect', 'coroutines'] as $f) {
    echo preg_replace('/Traversable\|array/', 'iterable', $show(new ReflectionFunction("Async\\$f"))), "\n";
}
foreach (['getId', 'isStarted', 'isSuspended', 'isRunning', 'isCompleted', 'isCancelled', 'getResult', 'getException', 'cancel', 'onFinally', 'getTrace', 'getSpawnLocation'] as $m) {
    echo $show(new ReflectionMethod('Async\Coroutine', $m)), "\n";
}
echo $show(new ReflectionMethod('Async\Channel', '__construct')), "\n";
echo $show(new ReflectionMethod('Async\FutureState', 'error')), "\n";
echo "done\n";
?>
--EXPECTF--
Async\spawn(callable $task, mixed ...$args): Async\Coroutine
Async\await(Async\Completable $awaitable, ?Async\Completable $cancellation = null): mixed
Async\await_all(iterable $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array
Async\await_all_or_fail(iterable $triggers, ?Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array
Async\suspend(): void
Async\delay(int $ms): void
Async\current_coroutine(): Async\Coroutine
Async\timeout(int $ms): Async\Timeout
Async\protect(Closure $closure): mixed
Async\coroutines(): array
getId(): int
isStarted(): bool
isSuspended(): bool
isRunning(): bool
isCompleted(): bool
isCancelled(): bool
getResult(): mixed
getException(): mixed
cancel(?Async\AsyncCancellation $%s = null): void
onFinally(callable $%s): void
getTrace(int $options = 1, int $limit = 0): ?array
getSpawnLocation(): string
__construct(int $capacity = 0, int $noProducerTimeout = 0, int $noConsumerTimeout = 0, bool $hardTimeouts = false): %S
error(Throwable $%s): %S
done
