<?php

declare(strict_types=1);

namespace Cenote\CoroutineLocal;

use Async;
use Closure;
use WeakMap;

/**
 * For objects of a framework that count or keep something which belongs to one line of work: makes properties of theirs
 * coroutine-local, without a change to the code that uses them.
 *
 * A declared property that has been unset is looked for by `__get` and `__set`, also in the methods of the class that
 * declares it. There it is found in a map of the running coroutine, which ends with the coroutine.
 */
trait Properties
{
    /** @var WeakMap<Async\Coroutine, array<string, mixed>> */
    private WeakMap $coroutineValues;

    /** @var array<string, Closure(): mixed> what a coroutine begins with */
    private array $coroutineDefaults = [];

    /**
     * @param class-string                   $class    where the properties are declared
     * @param array<string, Closure(): mixed> $defaults by name of the property
     */
    private function makeCoroutineLocal(string $class, array $defaults): void
    {
        $this->coroutineValues ??= new WeakMap();
        $this->coroutineDefaults = [...$this->coroutineDefaults, ...$defaults];
        Closure::bind(function () use ($defaults): void {
            foreach ($defaults as $name => $_) {
                unset($this->$name);
            }
        }, $this, $class)();
    }

    public function __get(string $name): mixed
    {
        $values = $this->coroutineValues[Async\current_coroutine()] ?? [];
        if (!array_key_exists($name, $values)) {
            isset($this->coroutineDefaults[$name]) || trigger_error('Undefined property: ' . static::class . "::\$$name", E_USER_WARNING);
            $values[$name] = isset($this->coroutineDefaults[$name]) ? ($this->coroutineDefaults[$name])() : null;
            $this->coroutineValues[Async\current_coroutine()] = $values;
        }
        return $values[$name];
    }

    public function __set(string $name, mixed $value): void
    {
        $values = $this->coroutineValues[Async\current_coroutine()] ?? [];
        $values[$name] = $value;
        $this->coroutineValues[Async\current_coroutine()] = $values;
    }

    public function __isset(string $name): bool
    {
        return isset($this->coroutineDefaults[$name]) && $this->__get($name) !== null;
    }

    public function __unset(string $name): void
    {
        $values = $this->coroutineValues[Async\current_coroutine()] ?? [];
        unset($values[$name]);
        $this->coroutineValues[Async\current_coroutine()] = $values;
    }

    public function __clone()
    {
        $this->coroutineValues = clone $this->coroutineValues;
    }
}
