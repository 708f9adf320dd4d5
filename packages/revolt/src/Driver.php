<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Async;
use Async\Poller;
use Cenote\EventLoop\Resumption;
use Cenote\EventLoop\Runner;
use Cenote\EventLoop\Timers;
use Closure;
use Error;
use Fiber;
use Revolt\EventLoop\CallbackType;
use Revolt\EventLoop\Driver as RevoltDriver;
use Revolt\EventLoop\FiberLocal;
use Revolt\EventLoop\InvalidCallbackError;
use Revolt\EventLoop\Suspension as RevoltSuspension;
use Revolt\EventLoop\UncaughtThrowable;
use SplQueue;
use Throwable;
use WeakMap;
use WeakReference;

/**
 * Revolt's event loop on coroutines: while a callback waits (a query, `sleep()`, `file_get_contents()`), all others run.
 *
 * A callback runs in a Fiber, which a coroutine carries: `Suspension` and `FiberLocal` are Revolt's, a wait parks both.
 */
final class Driver implements RevoltDriver
{
    private string $lastId = '';

    /** @var array<string, Callback> */
    private array $callbacks = [];

    /** @var array<string, Callback> enabled since the last tick, in order */
    private array $enabling = [];

    /** @var SplQueue<Microtask|Resumption> goes before callbacks */
    private SplQueue $microtasks;

    /** @var SplQueue<Callback> */
    private SplQueue $due;

    /** The callback that has begun, and has neither returned nor suspended its Fiber. */
    private ?Callback $running = null;

    private ?Closure $errorHandler = null;

    /** Throws what has ended the loop. */
    private ?Closure $interrupt = null;

    /** A flow that runs the loop was resumed. */
    private bool $isResumed = false;

    private bool $isStopped = false;

    private bool $isRunning = false;

    /** The loop waits for events. */
    private bool $isParked = false;

    /** @var WeakMap<object, WeakReference<Suspension>> by coroutine; a Fiber has one of its own */
    private WeakMap $suspensions;

    /** @var array<int, array{Suspension, Async\FutureState}> flows that wait while another one runs the loop */
    private array $standby = [];

    private readonly Poller $poller;

    private readonly Streams $streams;

    private readonly Timers $timers;

    private readonly SignalCallbacks $signals;

    private readonly Runner $runner;

    public function __construct()
    {
        $this->microtasks = new SplQueue();
        $this->due = new SplQueue();
        $this->suspensions = new WeakMap();
        $this->poller = new Poller();
        $this->streams = new Streams($this->poller);
        $this->timers = new Timers();
        // What it holds must not hold the driver: dropped, it ends with all that it has.
        $driver = WeakReference::create($this);
        $this->signals = new SignalCallbacks(static fn (array $callbacks) => $driver->get()?->enqueue($callbacks));
        $this->runner = new Runner(static fn () => $driver->get()?->next(), static fn () => $driver->get()?->wake());
    }

    public function run(): void
    {
        if ($this->isRunning) {
            throw new Error('The event loop is already running');
        }
        if (Fiber::getCurrent() !== null) {
            throw new Error(sprintf("Can't call %s() within a fiber (i.e., outside of {main})", __METHOD__));
        }
        $this->loop(null);
    }

    public function stop(): void
    {
        $this->isStopped = true;
        $this->wake();
    }

    public function isRunning(): bool
    {
        return $this->isRunning;
    }

    public function getSuspension(): RevoltSuspension
    {
        $flow = Async\current_coroutine();
        $known = ($this->suspensions[$flow] ?? null)?->get();
        if ($known === null) {
            $known = new Suspension($this, function (Suspension $dead) use ($flow): void {
                unset($this->suspensions[$flow]);
            });
            $this->suspensions[$flow] = WeakReference::create($known);
        }
        return $known;
    }

    public function queue(Closure $closure, mixed ...$args): void
    {
        $this->microtasks->enqueue(new Microtask($closure, $args));
        $this->wake();
    }

    /** @internal */
    public function enqueueResumption(Resumption $resumption): void
    {
        $this->microtasks->enqueue($resumption);
        $this->wake();
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
            $this->wake(); // it may have been the last
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
            $this->wake();
        }
        return $callbackId;
    }

    public function setErrorHandler(?Closure $errorHandler): void
    {
        $this->errorHandler = $errorHandler;
    }

    public function getErrorHandler(): ?Closure
    {
        return $this->errorHandler;
    }

    public function getHandle(): mixed
    {
        return null;
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

    public function __serialize(): never
    {
        throw new Error(self::class . ' does not support serialization');
    }

    public function __unserialize(array $data): never
    {
        throw new Error(self::class . ' does not support deserialization');
    }

    /** @internal Runs the loop, or lets another flow run it, until that suspension is resumed, or the loop has ended. */
    public function runUntil(Suspension $suspension): void
    {
        while ($suspension->isPending() && $this->isRunning) {
            $called = new Async\FutureState();
            $this->standby[spl_object_id($called)] = [$suspension, $called];
            try {
                Async\await(new Async\Future($called));
            } finally {
                unset($this->standby[spl_object_id($called)]);
            }
        }
        if ($suspension->isPending()) {
            $this->loop($suspension);
        }
    }

    /** @internal That suspension, of a flow outside of callbacks, was resumed. */
    public function resumed(Suspension $suspension): void
    {
        foreach ($this->standby as [$known, $called]) {
            if ($known === $suspension) {
                $called->isCompleted() || $called->complete(null);
                return;
            }
        }
        $this->isResumed = true;
        $this->wake();
    }

    /** @internal Where Fibers are suspended. */
    public function describeSuspended(): string
    {
        gc_collect_cycles();
        $text = '';
        foreach ($this->suspensions as $reference) {
            $text .= $reference->get()?->describe() ?? '';
        }
        return $text;
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
        $this->wake();
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
    private function enqueue(array $callbacks): void
    {
        foreach ($callbacks as $callback) {
            $this->due->enqueue($callback);
        }
        $this->wake();
    }

    private function wake(): void
    {
        if ($this->isParked) {
            $this->poller->wake();
        }
    }

    private function loop(?Suspension $until): void
    {
        $this->isRunning = true;
        $this->isStopped = false;
        try {
            do {
                $this->turn($until);
                if ($this->interrupt !== null) {
                    [$interrupt, $this->interrupt] = [$this->interrupt, null];
                    $interrupt();
                }
                // What the collector frees may have destructors that use the loop.
            } while (!$this->isStopped && $until?->isPending() !== false && gc_collect_cycles() > 0);
        } finally {
            $this->isRunning = false;
            $this->isResumed = false;
            $next = reset($this->standby);
            $next === false || $next[1]->isCompleted() || $next[1]->complete(null);
        }
    }

    /** Until nothing is left to do, or somebody has ended it. */
    private function turn(?Suspension $until): void
    {
        $this->runCallbacks();
        while (!$this->isStopped && $this->interrupt === null && $until?->isPending() !== false) {
            $this->isResumed = false;
            if ($this->isIdle()) {
                return;
            }
            $this->tick();
            $this->runCallbacks();
        }
    }

    private function tick(): void
    {
        [$enabling, $this->enabling] = [$this->enabling, []];
        foreach ($enabling as $callback) {
            $this->activate($callback);
        }
        // The first of what is due goes first.
        $this->waitForEvents($this->due->isEmpty() && $this->microtasks->isEmpty() && $this->enabling === []);
        $now = Timers::now();
        while (($callback = $this->timers->take($now)) !== null) {
            $callback->timer = null;
            $this->due->enqueue($callback);
        }
    }

    private function waitForEvents(bool $blocking): void
    {
        $next = $this->timers->next();
        $span = $next === null ? null : max(0, (int) ceil(($next - Timers::now()) * 1e6));
        $this->isParked = $blocking;
        try {
            $ready = $this->streams->wait($blocking ? $span : 0);
        } finally {
            $this->isParked = false;
        }
        $this->signals->dispatch();
        $this->enqueue($ready);
    }

    private function runCallbacks(): void
    {
        while (!$this->hasToReturn() && !($this->microtasks->isEmpty() && $this->due->isEmpty())) {
            $this->runner->run() || $this->keepBusy();
        }
    }

    /** A callback waits. On stock PHP all would; here only it is not called again before it has returned. */
    private function keepBusy(): void
    {
        [$callback, $this->running] = [$this->running, null];
        if ($callback !== null && $callback->type !== CallbackType::Signal) {
            $callback->isBusy = true;
            isset($this->callbacks[$callback->id]) && !isset($this->enabling[$callback->id]) && $this->deactivate($callback);
        }
    }

    /** @internal The Fiber of the running callback suspends: it is called again meanwhile. */
    public function suspends(): void
    {
        $this->running = null;
    }

    private function isBusyNoMore(Callback $callback): void
    {
        $callback->isBusy = false;
        if ($callback->enabled && isset($this->callbacks[$callback->id])) {
            $this->beginEnabling($callback);
        }
    }

    private function hasToReturn(): bool
    {
        return $this->interrupt !== null || $this->isResumed;
    }

    /** Whether nobody can do anything any more. A callback in the middle of a query still can. */
    private function isIdle(): bool
    {
        foreach ($this->callbacks as $callback) {
            if ($callback->enabled && $callback->referenced) {
                return false;
            }
        }
        return $this->runner->waiting() === 0;
    }

    /** What runs next, in the coroutine and the Fiber for callbacks. */
    private function next(): Closure|Resumption|null
    {
        if ($this->hasToReturn()) {
            return null;
        }
        if (!$this->microtasks->isEmpty()) {
            $task = $this->microtasks->dequeue();
            return $task instanceof Resumption ? $task : fn () => $this->runMicrotask($task);
        }
        while (!$this->due->isEmpty()) {
            $callback = $this->due->dequeue();
            if (isset($this->callbacks[$callback->id]) && $callback->invokable) {
                return fn () => $this->runCallback($callback);
            }
        }
        return null;
    }

    private function runMicrotask(Microtask $task): void
    {
        try {
            $task->run();
        } catch (Throwable $error) {
            $this->fail($task->closure, $error);
        } finally {
            FiberLocal::clear();
        }
    }

    private function runCallback(Callback $callback): void
    {
        if ($callback->type === CallbackType::Repeat) {
            $this->disable($callback->id);
            $this->enable($callback->id);
        } elseif ($callback->type === CallbackType::Defer || $callback->type === CallbackType::Delay) {
            $this->cancel($callback->id);
        }
        $this->running = $callback;
        try {
            if ($callback->call() !== null) {
                throw InvalidCallbackError::nonNullReturn($callback->id, $callback->closure);
            }
        } catch (Throwable $error) {
            $this->fail($callback->closure, $error);
        } finally {
            if ($this->running === $callback) {
                $this->running = null;
            }
            $callback->isBusy && $this->isBusyNoMore($callback);
            FiberLocal::clear();
        }
    }

    private function fail(Closure $closure, Throwable $error): void
    {
        if ($this->errorHandler === null) {
            $this->interruptBy($error, static fn () => UncaughtThrowable::throwingCallback($closure, $error));
            return;
        }
        $handler = $this->errorHandler;
        (new Fiber(function () use ($handler, $error): void {
            try {
                $handler($error);
            } catch (Throwable $second) {
                $this->interruptBy($second, static fn () => UncaughtThrowable::throwingErrorHandler($handler, $second));
            }
        }))->start();
    }

    private function interruptBy(Throwable $error, Closure $wrapped): void
    {
        $this->interrupt = static fn () => throw $error instanceof UncaughtThrowable ? $error : $wrapped();
        $this->wake();
    }
}
