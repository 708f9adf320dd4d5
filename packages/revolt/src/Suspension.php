<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Cenote\EventLoop\Resumption;
use Closure;
use Error;
use Fiber;
use FiberError;
use ReflectionFiber;
use Revolt\EventLoop\Suspension as RevoltSuspension;
use Throwable;
use WeakReference;

/**
 * Of a Fiber: suspends it, and its turn comes again among the callbacks. Of a coroutine or the main flow: runs the loop until it
 * is resumed.
 *
 * @implements RevoltSuspension<mixed>
 */
final class Suspension implements RevoltSuspension
{
    private ?WeakReference $fiber;

    /** The Fiber lives as long as somebody can resume it. */
    private ?Fiber $suspended = null;

    private bool $pending = false;

    /** The loop ended with an error in the middle of it. */
    private bool $dead = false;

    private ?FiberError $refused = null;

    /** What suspend() is to do, once resumed. */
    private ?Closure $result = null;

    public function __construct(private readonly Driver $driver)
    {
        $fiber = Fiber::getCurrent();
        $this->fiber = $fiber === null ? null : WeakReference::create($fiber);
    }

    public function isPending(): bool
    {
        return $this->pending;
    }

    /** Where its Fiber is suspended; empty: none is. */
    public function describe(): string
    {
        $fiber = $this->fiber?->get();
        if ($fiber === null || !$this->pending || !$fiber->isSuspended()) {
            return '';
        }
        $lines = [];
        foreach ((new ReflectionFiber($fiber))->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS) as $number => $call) {
            $place = isset($call['file']) ? "{$call['file']}:{$call['line']} " : '';
            $lines[] = "#$number $place" . ($call['class'] ?? '') . ($call['type'] ?? '') . $call['function'] . '()';
        }
        return "\n\n" . implode("\n", $lines);
    }

    public function resume(mixed $value = null): void
    {
        if ($this->ends('resume')) {
            $this->goOn($value, null);
        }
    }

    public function throw(Throwable $throwable): void
    {
        if ($this->ends('throw')) {
            $this->goOn(null, $throwable);
        }
    }

    private function ends(string $method): bool
    {
        if ($this->dead) {
            return false;
        }
        if (!$this->pending) {
            throw $this->refused ?? new Error("Must call suspend() before calling $method()");
        }
        $this->pending = false;
        return true;
    }

    private function goOn(mixed $value, ?Throwable $error): void
    {
        if ($this->fiber === null) {
            $this->result = $error === null ? static fn () => $value : static fn () => throw $error;
            $this->driver->resumed($this);
        } elseif ($fiber = $this->fiber->get()) {
            $this->driver->enqueueResumption(new Resumption($fiber, $value, $error));
        }
    }

    public function suspend(): mixed
    {
        if ($this->dead) {
            throw new Error('Suspension cannot be suspended after an uncaught exception is thrown from the event loop');
        }
        if ($this->pending) {
            throw new Error('Must call resume() or throw() before calling suspend() again');
        }
        if ($this->fiber?->get() !== Fiber::getCurrent()) {
            throw new Error('Must not call suspend() from another fiber');
        }
        $this->pending = true;
        $this->refused = null;
        return $this->fiber === null ? $this->runLoop() : $this->suspendFiber();
    }

    private function suspendFiber(): mixed
    {
        $this->driver->suspends();
        $this->suspended = Fiber::getCurrent();
        try {
            $value = Fiber::suspend();
            // Not if the collector destroys it, which somebody may still resume.
            $this->suspended = null;
            return $value;
        } catch (FiberError $error) {
            $this->suspended = null;
            $this->pending = false;
            $this->refused = $error;
            throw $error;
        }
    }

    private function runLoop(): mixed
    {
        try {
            $this->driver->runUntil($this);
        } catch (Throwable $error) {
            $this->dead = true;
            $this->driver->forgetSuspension();
            throw $error;
        }
        if ($this->pending) {
            $this->dead = true;
            $this->driver->forgetSuspension();
            throw new Error('Event loop terminated without resuming the current suspension (the cause is either a fiber deadlock, '
                . 'or an incorrectly unreferenced/canceled watcher):' . $this->driver->describeSuspended());
        }
        [$result, $this->result] = [$this->result, null];
        return $result();
    }
}
