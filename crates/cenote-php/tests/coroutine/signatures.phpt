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
Async\spawn(callable $f, mixed ...$args): Async\Coroutine
Async\await(Async\Completable $x, ?Async\Completable $cancel = null): mixed
Async\await_all(iterable $xs, ?Async\Completable $cancel = null): array
Async\await_all_or_fail(iterable $xs, ?Async\Completable $cancel = null): array
Async\suspend(): void
Async\delay(int $ms): void
Async\current_coroutine(): Async\Coroutine
Async\timeout(int $ms): Async\Completable
Async\protect(callable $%s): mixed
Async\coroutines(): array
getId(): int
isStarted(): bool
isSuspended(): bool
isRunning(): bool
isCompleted(): bool
isCancelled(): bool
getResult(): mixed
getException(): ?Throwable
cancel(?Async\AsyncCancellation $%s = null): void
onFinally(callable $%s): void
getTrace(): array
getSpawnLocation(): string
__construct(int $capacity = 0): %S
error(Throwable $%s): %S
done
