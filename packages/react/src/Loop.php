<?php

declare(strict_types=1);

namespace Cenote\React;

use Cenote\EventLoop\Loop as CoroutineLoop;
use React\EventLoop\LoopInterface;
use React\EventLoop\Timer\Timer;
use React\EventLoop\TimerInterface;
use SplObjectStorage;

/**
 * ReactPHP's event loop of which each callback is a coroutine: while one waits (a query, `sleep()`), the loop and all others go on.
 * A callback that waits is not called again for the same stream before it has returned.
 */
final class Loop implements LoopInterface
{
    private readonly CoroutineLoop $loop;

    /** @var SplObjectStorage<TimerInterface, int> */
    private SplObjectStorage $timers;

    /** @var array<int, list<callable>> by signal */
    private array $listeners = [];

    public function __construct()
    {
        $this->loop = new CoroutineLoop(isExclusive: true, isEndless: false);
        $this->timers = new SplObjectStorage();
    }

    public function addReadStream($stream, $listener): void
    {
        $this->loop->hasReadable($stream) || $this->loop->onReadable($stream, $listener(...));
    }

    public function addWriteStream($stream, $listener): void
    {
        $this->loop->hasWritable($stream) || $this->loop->onWritable($stream, $listener(...));
    }

    public function removeReadStream($stream): void
    {
        $this->loop->offReadable($stream);
    }

    public function removeWriteStream($stream): void
    {
        $this->loop->offWritable($stream);
    }

    public function addTimer($interval, $callback): TimerInterface
    {
        return $this->add(new Timer($interval, $callback, false));
    }

    public function addPeriodicTimer($interval, $callback): TimerInterface
    {
        return $this->add(new Timer($interval, $callback, true));
    }

    public function cancelTimer(TimerInterface $timer): void
    {
        if ($this->timers->contains($timer)) {
            $this->loop->cancelTimer($this->timers[$timer]);
            $this->timers->detach($timer);
        }
    }

    public function futureTick($listener): void
    {
        $this->loop->defer($listener(...));
    }

    public function addSignal($signal, $listener): void
    {
        if (in_array($listener, $this->listeners[$signal] ?? [], true)) {
            return;
        }
        $this->listeners[$signal][] = $listener;
        count($this->listeners[$signal]) > 1 || $this->loop->onSignal($signal, function (int $signal): void {
            foreach ($this->listeners[$signal] ?? [] as $listener) {
                $listener($signal);
            }
        });
    }

    public function removeSignal($signal, $listener): void
    {
        $left = array_filter($this->listeners[$signal] ?? [], fn (mixed $known): bool => $known !== $listener);
        $this->listeners[$signal] = array_values($left);
        $left !== [] || $this->loop->offSignal($signal);
    }

    public function run(): void
    {
        $this->loop->run();
    }

    public function stop(): void
    {
        $this->loop->stop();
    }

    private function add(Timer $timer): Timer
    {
        $this->timers[$timer] = $this->loop->addTimer($timer->getInterval(), $timer->isPeriodic(), function () use ($timer): void {
            $timer->isPeriodic() || $this->timers->detach($timer);
            ($timer->getCallback())($timer);
        });
        return $timer;
    }
}
