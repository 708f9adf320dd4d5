<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Async\Poller;
use Cenote\EventLoop\Timers;
use Closure;
use Error;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\Driver as RevoltDriver;
use Revolt\EventLoop\InvalidCallbackError;
use SplQueue;
use WeakReference;

/**
 * The callbacks of a loop: who is registered, enabled and referenced, and who is due.
 */
abstract class Registry implements RevoltDriver
{
    private string $lastId = '';

    /** @var array<string, Callback> */
    protected array $callbacks = [];

    /** @var array<string, Callback> enabled since the last tick, in order */
    protected array $enabling = [];

    /** @var SplQueue<Callback> */
    protected readonly SplQueue $due;

    /** The loop waits for events. */
    protected bool $isParked = false;

    protected readonly Poller $poller;

    private readonly Streams $streams;

    private readonly Timers $timers;

    private readonly SignalCallbacks $signals;

    public function __construct()
    {
        $this->due = new SplQueue();
        $this->poller = new Poller();
        $this->streams = new Streams($this->poller);
        $this->timers = new Timers();
        // What it holds must not hold the driver: dropped, it ends with all that it has.
        $driver = WeakReference::create($this);
        $this->signals = new SignalCallbacks(static fn (array $callbacks) => $driver->get()?->enqueue($callbacks));
    }

    public function defer(Closure $closure): string
    {
        return $this->register(CallbackType::Defer, $closure);
    }

    public function delay(float $delay, Closure $closure): string
    {
        if ($delay < 0) {
            throw new Error('Delay must be greater than or equal to zero');
        }
        return $this->register(CallbackType::Delay, $closure, $delay);
    }

    public function repeat(float $interval, Closure $closure): string
    {
        if ($interval < 0) {
            throw new Error('Interval must be greater than or equal to zero');
        }
        return $this->register(CallbackType::Repeat, $closure, $interval);
    }

    public function onReadable(mixed $stream, Closure $closure): string
    {
        return $this->register(CallbackType::Readable, $closure, $stream);
    }

    public function onWritable(mixed $stream, Closure $closure): string
    {
        return $this->register(CallbackType::Writable, $closure, $stream);
    }

    public function onSignal(int $signal, Closure $closure): string
    {
        return $this->register(CallbackType::Signal, $closure, $signal);
    }

    public function enable(string $callbackId): string
    {
        $callback = $this->find($callbackId);
        if (!$callback->enabled) {
            $callback->enabled = true;
            $this->beginEnabling($callback);
        }
        return $callbackId;
    }

    public function cancel(string $callbackId): void
    {
        $this->disable($callbackId);
        unset($this->callbacks[$callbackId]);
    }

    public function disable(string $callbackId): string
    {
        $callback = $this->callbacks[$callbackId] ?? null;
        if ($callback?->enabled) {
            $callback->enabled = $callback->invokable = false;
            if (isset($this->enabling[$callbackId])) {
                unset($this->enabling[$callbackId]);
            } else {
                $this->deactivate($callback);
            }
            $this->isParked && $this->poller->wake(); // it may have been the last
        }
        return $callbackId;
    }

    public function reference(string $callbackId): string
    {
        $this->find($callbackId)->referenced = true;
        return $callbackId;
    }

    public function unreference(string $callbackId): string
    {
        if (isset($this->callbacks[$callbackId])) {
            $this->callbacks[$callbackId]->referenced = false;
            $this->isParked && $this->poller->wake();
        }
        return $callbackId;
    }

    public function getIdentifiers(): array
    {
        return array_map(strval(...), array_keys($this->callbacks));
    }

    public function getType(string $callbackId): CallbackType
    {
        return $this->find($callbackId)->type;
    }

    public function isEnabled(string $callbackId): bool
    {
        return $this->find($callbackId)->enabled;
    }

    public function isReferenced(string $callbackId): bool
    {
        return $this->find($callbackId)->referenced;
    }

    public function __debugInfo(): array
    {
        return array_map(fn (Callback $callback): array => [
            'type' => $callback->type,
            'enabled' => $callback->enabled,
            'referenced' => $callback->referenced,
        ], $this->callbacks);
    }

    /** Has those that were enabled be called from now on. */
    protected function activateEnabled(): void
    {
        [$enabling, $this->enabling] = [$this->enabling, []];
        foreach ($enabling as $callback) {
            $this->activate($callback);
        }
    }

    /** Whether one of them keeps the loop going. */
    protected function isAnyReferenced(): bool
    {
        foreach ($this->callbacks as $callback) {
            if ($callback->enabled && $callback->referenced) {
                return true;
            }
        }
        return false;
    }

    /** Finds what is due, if need be after a wait for it. */
    protected function collect(bool $blocking): void
    {
        $span = 0;
        if ($blocking) {
            $next = $this->timers->next();
            $span = $next === null ? null : max(0, (int) ceil(($next - Timers::now()) * 1e6));
        }
        $this->isParked = $blocking;
        try {
            $this->streams->wait($span, $this->due);
        } finally {
            $this->isParked = false;
        }
        $this->signals->dispatch();
        if ($this->timers->count() > 0) {
            $now = Timers::now();
            while (($callback = $this->timers->take($now)) !== null) {
                $callback->timer = null;
                $this->due->enqueue($callback);
            }
        }
    }

    /** The loop ends: nothing is to be held for its sake. */
    protected function settle(): void
    {
        $this->streams->settle();
    }

    /** A callback waits. On stock PHP all would; here only it is not called again before it has returned. */
    protected function hold(Callback $callback): void
    {
        if ($callback->type !== CallbackType::Signal) {
            $callback->isBusy = true;
            isset($this->callbacks[$callback->id]) && !isset($this->enabling[$callback->id]) && $this->deactivate($callback);
        }
    }

    /** It has returned. */
    protected function release(Callback $callback): void
    {
        $callback->isBusy = false;
        if ($callback->enabled && isset($this->callbacks[$callback->id])) {
            $this->beginEnabling($callback);
        }
    }

    private function find(string $id): Callback
    {
        return $this->callbacks[$id] ?? throw InvalidCallbackError::invalidIdentifier($id);
    }

    private function register(CallbackType $type, Closure $closure, mixed $subject = null): string
    {
        $this->lastId = $this->lastId === '' ? 'a' : (PHP_VERSION_ID >= 80300 ? str_increment($this->lastId) : ++$this->lastId);
        $callback = new Callback($this->lastId, $type, $closure, $subject);
        $this->callbacks[$callback->id] = $callback;
        $this->beginEnabling($callback);
        return $callback->id;
    }

    /** It is called from the next tick on. Its time counts from now. */
    private function beginEnabling(Callback $callback): void
    {
        if ($callback->type === CallbackType::Delay || $callback->type === CallbackType::Repeat) {
            $callback->at = Timers::now() + $callback->subject;
        }
        $this->enabling[$callback->id] = $callback;
        $this->isParked && $this->poller->wake();
    }

    private function activate(Callback $callback): void
    {
        if ($callback->isBusy) {
            return; // once it has returned
        }
        $callback->invokable = true;
        match ($callback->type) {
            CallbackType::Defer => $this->due->enqueue($callback),
            CallbackType::Delay, CallbackType::Repeat => $callback->timer = $this->timers->add($callback->at, $callback),
            CallbackType::Readable, CallbackType::Writable => $this->streams->add($callback),
            CallbackType::Signal => $this->signals->add($callback),
        };
    }

    private function deactivate(Callback $callback): void
    {
        match ($callback->type) {
            CallbackType::Defer => null,
            CallbackType::Delay, CallbackType::Repeat => $this->stopTimer($callback),
            CallbackType::Readable, CallbackType::Writable => $this->streams->remove($callback),
            CallbackType::Signal => $this->signals->remove($callback),
        };
    }

    private function stopTimer(Callback $callback): void
    {
        $callback->timer === null || $this->timers->remove($callback->timer);
        $callback->timer = null;
    }

    /** @param list<Callback> $callbacks */
    protected function enqueue(array $callbacks): void
    {
        foreach ($callbacks as $callback) {
            $this->due->enqueue($callback);
        }
        $this->isParked && $this->poller->wake();
    }
}
