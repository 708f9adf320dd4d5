<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Async;
use Closure;
use ReflectionClass;
use ReflectionFunction;
use ReflectionFunctionAbstract;
use WeakReference;

/**
 * Finds what cannot be kept apart: static properties, and static variables of functions and methods, that a request changes. Two requests run at
 * the same time, and at each of their waits all of them are compared with what they were before.
 */
final class SharedStatics
{
    /** @var array<string, string> what each was before, by "Class::$property" or "function() $variable" */
    private array $before;

    /** @var array<string, list<ReflectionFunctionAbstract>> those with static variables, by class; '' for functions */
    private array $functions = [];

    /** @var array<string, true> */
    private array $changed = [];

    /** @var array<int, WeakReference<object>> they stay, so that no later object has the number of an earlier one */
    private array $objects = [];

    private function __construct()
    {
        $this->before = $this->snapshot();
    }

    /**
     * Runs both requests twice: the first time fills caches, which are allowed.
     *
     * @return list<string> "Class::$property", "function() $variable" or "Class::method() $variable" of each that differed at a wait or after the requests
     */
    public static function changedBy(Closure $one, Closure $other): array
    {
        Async\await_all_or_fail([Async\spawn($one), Async\spawn($other)]);
        $found = new self();
        // At its first wait, before the other one may set the same again.
        $both = [Async\spawn($one)];
        Async\suspend();
        $found->look();
        $both[] = Async\spawn($other);
        while (array_filter($both, fn (Async\Coroutine $coroutine): bool => !$coroutine->isCompleted())) {
            $found->look();
            Async\delay(0); // those who wait, wait: nothing is missed by waiting a little
        }
        $found->look();
        Async\await_all_or_fail($both);
        return array_keys($found->changed);
    }

    private function look(): void
    {
        foreach ($this->snapshot() as $name => $value) {
            if (($this->before[$name] ?? $value) !== $value) {
                $this->changed[$name] = true;
            }
        }
    }

    /** @return array<string, string> */
    private function snapshot(): array
    {
        $values = [];
        // Functions may be added meanwhile, classes never get new methods.
        $this->functions[''] = self::withStatics(array_map(fn (string $name) => new ReflectionFunction($name), get_defined_functions()['user']));
        foreach (get_declared_classes() as $name) {
            $class = new ReflectionClass($name);
            if ($class->isInternal() || str_starts_with($name, __NAMESPACE__ . '\\')) {
                continue;
            }
            foreach ($class->getStaticProperties() as $property => $value) {
                if ($class->getProperty($property)->class === $name) {
                    $values["$name::\$$property"] = $this->describe($value, 3);
                }
            }
            $this->functions[$name] ??= self::withStatics(array_filter($class->getMethods(), fn ($method): bool => $method->class === $name));
        }
        foreach ($this->functions as $class => $functions) {
            foreach ($functions as $function) {
                foreach ($function->getStaticVariables() as $variable => $value) {
                    $values[($class === '' ? '' : "$class::") . "{$function->name}() \$$variable"] = $this->describe($value, 3);
                }
            }
        }
        return $values;
    }

    /**
     * @param array<ReflectionFunctionAbstract> $functions
     * @return list<ReflectionFunctionAbstract>
     */
    private static function withStatics(array $functions): array
    {
        return array_values(array_filter($functions, fn (ReflectionFunctionAbstract $function): bool => $function->getStaticVariables() !== []));
    }

    /** Objects by a number: what is in them belongs to whoever has them. */
    private function describe(mixed $value, int $depth): string
    {
        if (is_object($value)) {
            // Each object has one, which is never another's while it is kept.
            $reference = WeakReference::create($value);
            $this->objects[spl_object_id($reference)] = $reference;
            return $value::class . '#' . spl_object_id($reference);
        }
        if (!is_array($value)) {
            return get_debug_type($value) . ' ' . (is_scalar($value) ? $value : '');
        }
        if ($depth === 0) {
            return 'array ' . count($value);
        }
        $parts = [];
        foreach ($value as $key => $element) {
            $parts[] = "$key: " . $this->describe($element, $depth - 1);
        }
        return '[' . implode(', ', $parts) . ']';
    }
}
