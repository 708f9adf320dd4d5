<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use ArrayObject;
use Async;
use WeakMap;
use Workerman\Coroutine\Context\ContextInterface;

/** Workerman's `Context`: values of the running coroutine, which end with it. */
final class Context implements ContextInterface
{
    /** @var ?WeakMap<Async\Coroutine, ArrayObject<string, mixed>> */
    private static ?WeakMap $values = null;

    public static function get(?string $name = null, mixed $default = null): mixed
    {
        $values = self::values();
        return $name === null ? $values : $values[$name] ?? $default;
    }

    public static function set(string $name, $value): void
    {
        self::values()[$name] = $value;
    }

    public static function has(string $name): bool
    {
        return self::values()->offsetExists($name);
    }

    public static function reset(?ArrayObject $data = null): void
    {
        $data?->setFlags(ArrayObject::ARRAY_AS_PROPS);
        self::$values ??= new WeakMap();
        self::$values[Async\current_coroutine()] = $data ?? new ArrayObject([], ArrayObject::ARRAY_AS_PROPS);
    }

    public static function destroy(): void
    {
        if (self::$values !== null) {
            unset(self::$values[Async\current_coroutine()]);
        }
    }

    /** @return ArrayObject<string, mixed> */
    private static function values(): ArrayObject
    {
        self::$values ??= new WeakMap();
        return self::$values[Async\current_coroutine()] ??= new ArrayObject([], ArrayObject::ARRAY_AS_PROPS);
    }
}
