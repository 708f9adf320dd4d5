<?php
// As much of ReactPHP's interfaces as the tests of our loop need.

declare(strict_types=1);

namespace React\EventLoop;

interface LoopInterface
{
}

interface TimerInterface
{
}

namespace React\EventLoop\Timer;

final class Timer implements \React\EventLoop\TimerInterface
{
    public function __construct(private float $interval, private mixed $callback, private bool $isPeriodic)
    {
    }

    public function getInterval(): float
    {
        return $this->interval;
    }

    public function getCallback(): callable
    {
        return $this->callback;
    }

    public function isPeriodic(): bool
    {
        return $this->isPeriodic;
    }
}
