<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Async;
use Cenote\EventLoop\Resumption;
use Cenote\EventLoop\Runner;
use Cenote\EventLoop\Source;
use Closure;
use Error;
use Fiber;
use Revolt\EventLoop\CallbackType;
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
final class Driver extends Registry implements Source
{
    /** @var SplQueue<Microtask|Resumption> goes before callbacks */
    private SplQueue $microtasks;

    /** The callback that has begun, and has neither returned nor suspended its Fiber. */
    private ?Callback $running = null;

    private ?Closure $errorHandler = null;

    /** Throws what has ended the loop. */
    private ?Closure $interrupt = null;

    /** A flow that runs the loop was resumed. */
    private bool $isResumed = false;

    private bool $isStopped = false;

    private bool $isRunning = false;

    /** @var WeakMap<object, WeakReference<Suspension>> by Fiber, or coroutine */
    private WeakMap $suspensions;

    /** @var array<int, array{Suspension, Async\FutureState}> flows that wait while another one runs the loop */
    private array $standby = [];

    private readonly Runner $runner;

    public function __construct()
    {
        parent::__construct();
        $this->microtasks = new SplQueue();
        $this->suspensions = new WeakMap();
        $this->runner = new Runner($this);
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
        $this->isParked && $this->poller->wake();
    }

    public function isRunning(): bool
    {
        return $this->isRunning;
    }

    public function getSuspension(): RevoltSuspension
    {
        $flow = Fiber::getCurrent() ?? Async\current_coroutine();
        $known = ($this->suspensions[$flow] ?? null)?->get();
        if ($known === null) {
            $known = new Suspension($this);
            $this->suspensions[$flow] = WeakReference::create($known);
        }
        return $known;
    }

    /** @internal The flow outside of callbacks that runs gets a new one. */
    public function forgetSuspension(): void
    {
        unset($this->suspensions[Async\current_coroutine()]);
    }

    public function queue(Closure $closure, mixed ...$args): void
    {
        $this->microtasks->enqueue(new Microtask($closure, $args));
        $this->isParked && $this->poller->wake();
    }

    /** @internal */
    public function enqueueResumption(Resumption $resumption): void
    {
        $this->microtasks->enqueue($resumption);
        $this->isParked && $this->poller->wake();
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
        $this->isParked && $this->poller->wake();
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
            $this->settle();
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
        $this->activateEnabled();
        // The first of what is due goes first.
        $this->collect($this->due->isEmpty() && $this->microtasks->isEmpty() && $this->enabling === []);
    }

    private function runCallbacks(): void
    {
        while (!$this->hasToReturn() && !($this->microtasks->isEmpty() && $this->due->isEmpty())) {
            if (!$this->runner->run() && $this->running !== null) {
                [$callback, $this->running] = [$this->running, null];
                $this->hold($callback);
            }
        }
    }

    /** @internal The Fiber of the running callback suspends: it is called again meanwhile. */
    public function suspends(): void
    {
        $this->running = null;
    }

    private function hasToReturn(): bool
    {
        return $this->interrupt !== null || $this->isResumed;
    }

    /** Whether nobody can do anything any more. A callback in the middle of a query still can. */
    private function isIdle(): bool
    {
        return !$this->isAnyReferenced() && $this->runner->waiting() === 0;
    }

    /** @internal What runs next, in the coroutine and the Fiber for callbacks. */
    public function next(): Microtask|Callback|Resumption|null
    {
        if ($this->interrupt !== null || $this->isResumed) {
            return null;
        }
        if (!$this->microtasks->isEmpty()) {
            return $this->microtasks->dequeue();
        }
        while (!$this->due->isEmpty()) {
            $callback = $this->due->dequeue();
            if ($callback->invokable && isset($this->callbacks[$callback->id])) {
                return $callback;
            }
        }
        return null;
    }

    /** @internal */
    public function call(object $callback): void
    {
        if ($callback instanceof Callback) {
            $this->runCallback($callback);
            return;
        }
        try {
            $callback->run();
        } catch (Throwable $error) {
            $this->fail($callback->closure, $error);
        } finally {
            FiberLocal::clear();
        }
    }

    /** @internal */
    public function returned(): void
    {
        $this->isParked && $this->poller->wake();
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
            $callback->isBusy && $this->release($callback);
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
        $this->isParked && $this->poller->wake();
    }
}
