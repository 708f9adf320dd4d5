<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Closure;
use Workerman\Coroutine as WorkermanCoroutine;
use Workerman\Coroutine\Barrier as WorkermanBarrier;
use Workerman\Coroutine\Channel as WorkermanChannel;
use Workerman\Coroutine\Context as WorkermanContext;
use Workerman\Coroutine\WaitGroup as WorkermanWaitGroup;

/** Has Workerman's coroutine classes use ours. */
final class Drivers
{
    private static bool $isDone = false;

    public static function install(): void
    {
        if (self::$isDone || !class_exists(WorkermanCoroutine::class)) {
            return;
        }
        self::$isDone = true;
        self::set(WorkermanCoroutine::class, 'driverClass', Coroutine::class);
        self::set(WorkermanContext::class, 'driver', Context::class);
        self::set(WorkermanBarrier::class, 'driver', Barrier::class);
        self::set(WorkermanWaitGroup::class, 'driverClass', WaitGroup::class);
        // Each channel chooses its driver by the loops that Workerman knows, so ours takes the place of the whole class.
        class_exists(WorkermanChannel::class, false) || class_alias(Channel::class, WorkermanChannel::class);
    }

    /** @param class-string $class */
    private static function set(string $class, string $property, string $driver): void
    {
        if (class_exists($class)) {
            Closure::bind(static function () use ($property, $driver): void {
                static::$$property = $driver;
            }, null, $class)();
        }
    }
}
