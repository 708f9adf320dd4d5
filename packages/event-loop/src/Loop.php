<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use Async;
use Async\Poller;
use Closure;
use Throwable;

/**
 * An event loop of which each callback is a coroutine. While one waits, the loop and all others go on.
 */
final class Loop
{
    private const READ = 1;
    private const WRITE = 2;

    /** @var array{1: array<int, Watch>, 2: array<int, Watch>} by the number of the stream */
    private array $watches = [self::READ => [], self::WRITE => []];

    /** @var array<int, array{int, float, bool, Closure}> by the timer's name: the name in the queue, seconds, whether it repeats */
    private array $timers = [];

    private int $lastTimer = 0;

    /** @var array<int, true> */
    private array $listening = [];

    /** @var list<Closure> */
    private array $ticks = [];

    private bool $isRunning = false;

    private bool $isParked = false;

    /** The flow that runs it. */
    private ?Async\Coroutine $flow = null;

    /** How many coroutines with callbacks there are. */
    private int $callbacks = 0;

    /** @var list<Watch> those whose streams are ready */
    private array $ready = [];

    /** How many of them have been called. */
    private int $called = 0;

    /** Names the coroutine that calls them. */
    private int $caller = 0;

    /** It has not returned. */
    private bool $isCalling = false;

    private ?Throwable $error = null;

    private readonly Closure $callReady;

    private readonly Poller $poller;

    private readonly Timers $queue;

    private readonly Signals $signals;

    /**
     * @param bool $isExclusive whether a stream's callback that waits is called again only once it has returned
     * @param bool $isEndless   whether it goes on without anything to wait for, until it is stopped
     * @param ?Closure(Throwable): void $onError gets what callbacks throw; null: run() throws it
     */
    public function __construct(
        private readonly bool $isExclusive,
        private readonly bool $isEndless,
        private ?Closure $onError = null,
    ) {
        $this->callReady = $this->callReady(...);
        $this->poller = new Poller();
        $this->queue = new Timers();
        $this->signals = new Signals();
    }

    /** @param ?Closure(Throwable): void $handler */
    public function setErrorHandler(?Closure $handler): void
    {
        $this->onError = $handler;
    }

    /** The flow that runs it; null while it does not run. */
    public function flow(): ?Async\Coroutine
    {
        return $this->flow;
    }

    public function hasReadable(mixed $stream): bool
    {
        return isset($this->watches[self::READ][(int) $stream]);
    }

    public function hasWritable(mixed $stream): bool
    {
        return isset($this->watches[self::WRITE][(int) $stream]);
    }

    /** @param Closure(resource): mixed $callback takes the place of an earlier one */
    public function onReadable(mixed $stream, Closure $callback): void
    {
        $this->set(self::READ, $stream, new Watch($stream, $callback));
    }

    /** @param Closure(resource): mixed $callback takes the place of an earlier one */
    public function onWritable(mixed $stream, Closure $callback): void
    {
        $this->set(self::WRITE, $stream, new Watch($stream, $callback));
    }

    public function offReadable(mixed $stream): bool
    {
        return $this->set(self::READ, $stream, null);
    }

    public function offWritable(mixed $stream): bool
    {
        return $this->set(self::WRITE, $stream, null);
    }

    /** @return int names it */
    public function addTimer(float $seconds, bool $repeats, Closure $callback): int
    {
        $this->timers[++$this->lastTimer] = [0, $seconds, $repeats, $callback];
        $this->arm($this->lastTimer, Timers::now() + $seconds);
        return $this->lastTimer;
    }

    public function cancelTimer(int $timer): bool
    {
        if (!isset($this->timers[$timer])) {
            return false;
        }
        $this->queue->remove($this->timers[$timer][0]);
        unset($this->timers[$timer]);
        $this->wake();
        return true;
    }

    public function cancelAllTimers(): void
    {
        $this->timers = [];
        $this->queue->clear();
        $this->wake();
    }

    public function timers(): int
    {
        return count($this->timers);
    }

    /** Called in the next turn, before everything else. */
    public function defer(Closure $callback): void
    {
        $this->ticks[] = $callback;
        $this->wake();
    }

    /** @param Closure(int): mixed $callback */
    public function onSignal(int $signal, Closure $callback): void
    {
        $this->listening[$signal] = true;
        $this->signals->on($signal, fn () => $this->call($callback, $signal));
    }

    /** @param bool $ignore whether the signal has no effect from now on; false: its default effect */
    public function offSignal(int $signal, bool $ignore = false): bool
    {
        unset($this->listening[$signal]);
        $this->wake();
        return $this->signals->off($signal, $ignore);
    }

    public function run(): void
    {
        $this->isRunning = true;
        $this->flow = Async\current_coroutine();
        try {
            while ($this->isRunning && ($this->isEndless || $this->hasWork())) {
                $this->turn();
                if ($this->error !== null) {
                    [$error, $this->error] = [$this->error, null];
                    throw $error;
                }
            }
        } finally {
            $this->isRunning = false;
            $this->flow = null;
        }
    }

    public function stop(): void
    {
        $this->isRunning = false;
        $this->wake();
    }

    private function hasWork(): bool
    {
        return $this->ticks !== [] || $this->timers !== [] || $this->listening !== [] || $this->callbacks > 0
            || $this->watches[self::READ] !== [] || $this->watches[self::WRITE] !== [];
    }

    private function turn(): void
    {
        if ($this->ticks !== []) {
            [$ticks, $this->ticks] = [$this->ticks, []];
            foreach ($ticks as $callback) {
                $this->call($callback);
            }
            Async\suspend();
            if ($this->error !== null) {
                return;
            }
        }
        // One that a tick has stopped still looks once.
        $next = $this->queue->next();
        $span = $next === null ? null : max(0, (int) ceil(($next - Timers::now()) * 1e6));
        $this->isParked = $this->isRunning && $this->ticks === [] && ($this->isEndless || $this->hasWork());
        try {
            $ready = $this->poller->wait($this->isParked ? $span : 0);
        } finally {
            $this->isParked = false;
        }
        $this->signals->dispatch();
        $next === null && $this->queue->count() === 0 || $this->callTimers();
        $ready === [] || $this->callStreams($ready);
    }

    private function callTimers(): void
    {
        $now = Timers::now();
        while (($timer = $this->queue->take($now)) !== null) {
            [, $seconds, $repeats, $callback] = $this->timers[$timer];
            if ($repeats) {
                $this->arm($timer, $now + $seconds);
            }
            $this->call(function () use ($timer, $repeats, $callback): void {
                if (isset($this->timers[$timer])) {
                    if (!$repeats) {
                        unset($this->timers[$timer]);
                    }
                    $callback();
                }
            });
        }
    }

    /** @param array<int, int> $ready */
    private function callStreams(array $ready): void
    {
        $list = [];
        [self::READ => $readers, self::WRITE => $writers] = $this->watches;
        foreach ($ready as $stream => $signs) {
            if ($signs !== self::WRITE && isset($readers[$stream])) {
                $list[] = $readers[$stream];
            }
            if ($signs !== self::READ && isset($writers[$stream])) {
                $list[] = $writers[$stream];
            }
        }
        [$this->ready, $this->called] = [$list, 0];
        $waiting = [];
        for ($count = count($list); $this->called < $count;) {
            $this->caller++;
            $this->callbacks++;
            $this->isCalling = true;
            Async\spawn($this->callReady);
            Async\suspend();
            if ($this->isCalling && $this->isExclusive) {
                $waiting[] = $watch = $list[$this->called - 1];
                $watch->isBusy = true;
            }
        }
        $this->caller++; // nobody of these goes on
        $this->ready = [];
        foreach ($waiting as $watch) {
            if ($watch->isBusy && $watch->isSet) {
                $watch->isPaused = true;
                $this->watch($watch->stream);
            }
        }
    }

    /**
     * What a coroutine does: one callback after the other, until one of them waits, which is when the next coroutine begins. Nor does it
     * go on after one that has left anything behind (a transaction, a context), which ends with the coroutine.
     */
    private function callReady(): void
    {
        [$name, $next, $count] = [$this->caller, $this->called, count($this->ready)];
        try {
            do {
                $watch = $this->ready[$next];
                $this->called = ++$next;
                // An event before this one may have ended it.
                if ($watch->isSet) {
                    try {
                        ($watch->callback)($watch->stream);
                    } catch (Throwable $error) {
                        $this->fail($error);
                    }
                    if ($this->caller !== $name) {
                        $watch->isBusy = false;
                        $watch->isPaused && $this->goOn($watch);
                        return;
                    }
                }
            } while ($next < $count && Async\is_pristine());
            $this->isCalling = false;
        } finally {
            $this->hasReturned();
        }
    }

    private function goOn(Watch $watch): void
    {
        $watch->isPaused = false;
        $watch->isSet && $this->watch($watch->stream);
    }

    private function hasReturned(): void
    {
        $this->callbacks--;
        $this->isEndless || $this->wake();
    }

    private function call(Closure $callback, mixed ...$arguments): void
    {
        $this->callbacks++;
        Async\spawn(function () use ($callback, $arguments): void {
            try {
                $callback(...$arguments);
            } catch (Throwable $error) {
                $this->fail($error);
            } finally {
                $this->hasReturned();
            }
        });
    }

    private function fail(Throwable $error): void
    {
        if ($this->onError !== null) {
            ($this->onError)($error);
            return;
        }
        $this->error ??= $error;
        $this->wake();
    }

    private function arm(int $timer, float $at): void
    {
        $this->timers[$timer][0] = $this->queue->add($at, $timer);
        $this->wake();
    }

    private function set(int $side, mixed $stream, ?Watch $watch): bool
    {
        $earlier = $this->watches[$side][(int) $stream] ?? null;
        if ($earlier !== null) {
            $earlier->isSet = false;
        }
        if ($watch === null) {
            unset($this->watches[$side][(int) $stream]);
        } else {
            $this->watches[$side][(int) $stream] = $watch;
        }
        if (($watch === null) === ($earlier !== null) || $earlier?->isPaused) {
            $this->watch($stream);
            $this->wake();
        }
        return $earlier !== null;
    }

    private function watch(mixed $stream): void
    {
        $wants = function (int $side) use ($stream): bool {
            $watch = $this->watches[$side][(int) $stream] ?? null;
            return $watch !== null && !$watch->isPaused;
        };
        $this->poller->watch($stream, $wants(self::READ), $wants(self::WRITE));
    }

    private function wake(): void
    {
        if ($this->isParked) {
            $this->poller->wake();
        }
    }
}
