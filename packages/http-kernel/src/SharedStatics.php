<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Async;
use Closure;
use ReflectionClass;

/**
 * Finds what cannot be kept apart: static properties of the application that a request changes. Two requests run at the same time,
 * and at each of their waits all static properties are compared with what they were before.
 */
final class SharedStatics
{
    /** @var array<string, string> what each was before, by "Class::$property" */
    private array $before;

    /** @var array<string, true> */
    private array $changed = [];

    private function __construct()
    {
        $this->before = self::snapshot();
    }

    /**
     * Runs both requests twice: the first time fills caches, which are allowed.
     *
     * @return list<string> "Class::$property" of each that differed at a wait or after the requests
     */
    public static function changedBy(Closure $one, Closure $other): array
    {
        Async\await_all_or_fail([Async\spawn($one), Async\spawn($other)]);
        $found = new self();
        $both = [Async\spawn($one), Async\spawn($other)];
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
        foreach (self::snapshot() as $name => $value) {
            if (($this->before[$name] ?? $value) !== $value) {
                $this->changed[$name] = true;
            }
        }
    }

    /** @return array<string, string> */
    private static function snapshot(): array
    {
        $values = [];
        foreach (get_declared_classes() as $name) {
            $class = new ReflectionClass($name);
            if ($class->isInternal() || str_starts_with($name, __NAMESPACE__ . '\\')) {
                continue;
            }
            foreach ($class->getStaticProperties() as $property => $value) {
                if ($class->getProperty($property)->class === $name) {
                    $values["$name::\$$property"] = self::describe($value, 3);
                }
            }
        }
        return $values;
    }

    /** Objects by their number: what is in them belongs to whoever has them. */
    private static function describe(mixed $value, int $depth): string
    {
        if (is_object($value)) {
            return $value::class . '#' . spl_object_id($value);
        }
        if (!is_array($value)) {
            return get_debug_type($value) . ' ' . (is_scalar($value) ? $value : '');
        }
        if ($depth === 0) {
            return 'array ' . count($value);
        }
        $parts = [];
        foreach ($value as $key => $element) {
            $parts[] = "$key: " . self::describe($element, $depth - 1);
        }
        return '[' . implode(', ', $parts) . ']';
    }
}
