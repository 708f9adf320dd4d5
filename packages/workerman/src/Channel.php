<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use InvalidArgumentException;
use SplQueue;
use Workerman\Coroutine\Channel\ChannelInterface;

/** Workerman's `Channel`: what is waited for is told by false, not by an exception. */
final class Channel implements ChannelInterface
{
    /** @var SplQueue<mixed> */
    private SplQueue $values;

    /** @var SplQueue<Async\FutureState> */
    private SplQueue $producers;

    /** @var SplQueue<Async\FutureState> */
    private SplQueue $consumers;

    private bool $isClosed = false;

    public function __construct(private readonly int $capacity = 1)
    {
        if ($capacity < 1) {
            throw new InvalidArgumentException('The capacity must be greater than 0');
        }
        [$this->values, $this->producers, $this->consumers] = [new SplQueue(), new SplQueue(), new SplQueue()];
    }

    public function push(mixed $data, float $timeout = -1): bool
    {
        $until = $timeout < 0 ? null : hrtime(true) / 1e9 + $timeout;
        while (!$this->isClosed && count($this->values) >= $this->capacity) {
            if (!$this->wait($this->producers, $until)) {
                return false;
            }
        }
        if ($this->isClosed) {
            return false;
        }
        $this->values->enqueue($data);
        $this->handOver($this->consumers);
        return true;
    }

    public function pop(float $timeout = -1): mixed
    {
        $until = $timeout < 0 ? null : hrtime(true) / 1e9 + $timeout;
        while ($this->values->isEmpty()) {
            if ($this->isClosed || !$this->wait($this->consumers, $until)) {
                return false;
            }
        }
        $value = $this->values->dequeue();
        $this->handOver($this->producers);
        return $value;
    }

    public function length(): int
    {
        return count($this->values);
    }

    public function getCapacity(): int
    {
        return $this->capacity;
    }

    public function hasConsumers(): bool
    {
        return !$this->consumers->isEmpty();
    }

    public function hasProducers(): bool
    {
        return !$this->producers->isEmpty();
    }

    public function close(): void
    {
        $this->isClosed = true;
        while (!$this->producers->isEmpty() || !$this->consumers->isEmpty()) {
            $this->callOne($this->producers);
            $this->callOne($this->consumers);
        }
    }

    /**
     * @param SplQueue<Async\FutureState> $line
     * @return bool false: the time is up
     */
    private function wait(SplQueue $line, ?float $until): bool
    {
        $left = $until === null ? null : (int) ceil(($until - hrtime(true) / 1e9) * 1000);
        if ($left !== null && $left <= 0) {
            return false;
        }
        $called = new Async\FutureState();
        $line->enqueue($called);
        $isServed = false;
        try {
            Async\await((new Async\Future($called))->ignore(), $left === null ? null : Async\timeout($left));
            return $isServed = true;
        } catch (Async\OperationCanceledException) {
            return $isServed = $called->isCompleted();
        } finally {
            $isServed || $this->leave($line, $called);
        }
    }

    /** @param SplQueue<Async\FutureState> $line */
    private function leave(SplQueue $line, Async\FutureState $one): void
    {
        // It was called, and does not come.
        if ($one->isCompleted()) {
            $this->callOne($line);
            return;
        }
        foreach ($line as $place => $known) {
            if ($known === $one) {
                $line->offsetUnset($place);
                return;
            }
        }
    }

    /**
     * Who waits goes on at once, as with Workerman's other drivers.
     *
     * @param SplQueue<Async\FutureState> $line
     */
    private function handOver(SplQueue $line): void
    {
        if (!$line->isEmpty()) {
            $this->callOne($line);
            Async\suspend();
        }
    }

    /** @param SplQueue<Async\FutureState> $line */
    private function callOne(SplQueue $line): void
    {
        $line->isEmpty() || $line->dequeue()->complete(null);
    }
}
