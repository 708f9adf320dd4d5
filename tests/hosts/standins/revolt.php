<?php
// As much of Revolt's interfaces as the tests of our driver need.

declare(strict_types=1);

namespace Revolt\EventLoop;

interface Driver
{
}

interface Suspension
{
}

enum CallbackType
{
    case Defer;
    case Delay;
    case Repeat;
    case Readable;
    case Writable;
    case Signal;
}

final class FiberLocal
{
    public static function clear(): void
    {
    }
}

final class InvalidCallbackError extends \Error
{
    public static function invalidIdentifier(string $id): self
    {
        return new self("no callback $id");
    }

    public static function nonNullReturn(string $id, \Closure $callback): self
    {
        return new self("callback $id returned something");
    }
}

final class UncaughtThrowable extends \Error
{
    public static function throwingCallback(\Closure $callback, \Throwable $error): self
    {
        return new self($error->getMessage(), 0, $error);
    }

    public static function throwingErrorHandler(\Closure $handler, \Throwable $error): self
    {
        return new self($error->getMessage(), 0, $error);
    }
}
