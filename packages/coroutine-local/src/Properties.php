<?php

declare(strict_types=1);

namespace Cenote\CoroutineLocal;

use Async;
use Closure;
use stdClass;
use WeakMap;

/**
 * For objects of a framework that count or keep something which belongs to one line of work: makes properties of theirs
 * coroutine-local, without a change to the code that uses them.
 *
 * A declared property that has been unset is looked for by `__get` and `__set`, also in the methods of the class that
 * declares it. There it is found among the values that the running coroutine's own context holds for this object; they end with the
 * coroutine, or with the object.
 */
trait Properties
{
    /** Stands for this object in the contexts, which so do not keep it alive. */
    private stdClass $coroutineKey;

    /** @var array<string, Closure(): mixed> what a coroutine begins with */
    private array $coroutineDefaults = [];

    /**
     * @param class-string                   $class    where the properties are declared
     * @param array<string, Closure(): mixed> $defaults by name of the property
     */
    private function makeCoroutineLocal(string $class, array $defaults): void
    {
        $this->coroutineKey ??= new stdClass();
        $this->coroutineDefaults = [...$this->coroutineDefaults, ...$defaults];
        Closure::bind(function () use ($defaults): void {
            foreach ($defaults as $name => $_) {
                unset($this->$name);
            }
        }, $this, $class)();
    }

    /** What the running coroutine has. */
    private function coroutineValues(): stdClass
    {
        $context = Async\coroutine_context();
        $all = $context->findLocal(self::class);
        if ($all === null) {
            $context->set(self::class, $all = new WeakMap());
        }
        return $all[$this->coroutineKey] ??= new stdClass();
    }

    /** By reference, so that an array can be changed in place. */
    public function &__get(string $name): mixed
    {
        $values = $this->coroutineValues();
        if (!property_exists($values, $name)) {
            isset($this->coroutineDefaults[$name]) || trigger_error('Undefined property: ' . static::class . "::\$$name", E_USER_WARNING);
            $values->$name = isset($this->coroutineDefaults[$name]) ? ($this->coroutineDefaults[$name])() : null;
        }
        return $values->$name;
    }

    public function __set(string $name, mixed $value): void
    {
        $this->coroutineValues()->$name = $value;
    }

    public function __isset(string $name): bool
    {
        return (isset($this->coroutineDefaults[$name]) || isset($this->coroutineValues()->$name)) && $this->__get($name) !== null;
    }

    public function __unset(string $name): void
    {
        unset($this->coroutineValues()->$name);
    }

    /** The copy begins in every coroutine with what the original has there. */
    public function __clone()
    {
        $original = $this->coroutineKey;
        $this->coroutineKey = new stdClass();
        foreach (Async\coroutines() as $coroutine) {
            $all = $coroutine->getContext()->findLocal(self::class);
            if (isset($all[$original])) {
                $all[$this->coroutineKey] = $copy = new stdClass();
                foreach (get_object_vars($all[$original]) as $name => $value) {
                    $copy->$name = $value;
                }
            }
        }
    }
}
