<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use Async;
use Fiber;
use stdClass;
use WeakReference;

/**
 * Runs callbacks one after the other in a coroutine and a Fiber, which they may suspend. If one of them waits, those after it run in a new coroutine meanwhile, and
 * the first coroutine ends with its callback.
 */
final class Runner
{
    /** So often may a callback let others run before those after it go on without it. */
    private const PATIENCE = 8;

    /** A Fiber that has no callback. */
    private ?Fiber $idle = null;

    /** What an idle Fiber suspends with. */
    private readonly stdClass $done;

    private int $waiting = 0;

    /** @var WeakReference<Source> a Fiber that is suspended for good must not hold it */
    private readonly WeakReference $source;

    public function __construct(Source $source)
    {
        $this->done = new stdClass();
        $this->source = WeakReference::create($source);
    }

    /** How many callbacks are in the middle of a wait. */
    public function waiting(): int
    {
        return $this->waiting;
    }

    /** Runs callbacks until there is no more (true), or one of them waits. */
    public function run(): bool
    {
        $turn = new Turn();
        $coroutine = Async\spawn($this->work(...), $turn);
        [$begun, $left] = [0, self::PATIENCE];
        do {
            Async\suspend();
            // It may just let others run, as a switch of Fibers does.
            [$begun, $left] = $turn->begun === $begun ? [$begun, $left - 1] : [$turn->begun, self::PATIENCE];
        } while (!$turn->isOver && $left > 0 && $coroutine->isQueued());
        if (!$turn->isOver) {
            $turn->isOvertaken = true;
            $this->waiting++;
        }
        return $turn->isOver;
    }

    private function work(Turn $turn): void
    {
        try {
            do {
                $resumption = $this->runFiber($turn);
                $resumption === null || $this->resume($resumption);
            } while ($resumption !== null && !$turn->isOvertaken);
        } finally {
            $this->end($turn);
        }
    }

    private function end(Turn $turn): void
    {
        $turn->isOver = true;
        if ($turn->isOvertaken) {
            $this->waiting--;
            $this->source->get()?->returned();
        }
    }

    /** Runs callbacks in a Fiber, and returns the Fiber whose turn is next. */
    private function runFiber(Turn $turn): ?Resumption
    {
        do {
            // One that a callback has suspended does no more of our work than that callback.
            $own = new Turn();
            [$fiber, $this->idle] = [$this->idle ?? new Fiber($this->callbacks(...)), null];
            $yielded = $fiber->isStarted() ? $fiber->resume([$turn, $own]) : $fiber->start([$turn, $own]);
            $own->isOvertaken = true;
        } while ($yielded !== $this->done && !$turn->isOvertaken);
        // One in which a callback has waited may have a transaction open: that ends with it.
        if ($yielded === $this->done && !$turn->isOvertaken) {
            $this->idle ??= $fiber;
        }
        return $own->resumption;
    }

    private function resume(Resumption $resumption): void
    {
        $fiber = $resumption->fiber;
        if ($fiber->isTerminated()) {
            return; // the collector has destroyed it
        }
        $resumption->error === null ? $fiber->resume($resumption->value) : $fiber->throw($resumption->error);
    }

    /**
     * What a Fiber does: one callback after the other.
     *
     * @param array{Turn, Turn} $turns
     */
    private function callbacks(array $turns): void
    {
        while (true) {
            [$turn, $own] = $turns;
            $turns = null;
            $source = $this->source->get();
            while (!$turn->isOvertaken && !$own->isOvertaken && ($callback = $source?->next()) !== null) {
                $turn->begun++;
                if ($callback instanceof Resumption) {
                    $own->resumption = $callback;
                    break;
                }
                $source->call($callback);
                if (!Async\is_pristine()) {
                    return; // what it has left open, as a transaction, ends with the Fiber
                }
            }
            $callback = $turn = $own = $source = null;
            $turns = Fiber::suspend($this->done);
        }
    }
}
