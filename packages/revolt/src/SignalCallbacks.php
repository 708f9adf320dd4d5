<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Cenote\EventLoop\Signals;
use Closure;

/** The callbacks of signals. */
final class SignalCallbacks
{
    /** @var array<int, array<string, Callback>> by signal */
    private array $callbacks = [];

    private readonly Signals $signals;

    /** @param Closure(list<Callback>): void $due told of those whose signal has come */
    public function __construct(private readonly Closure $due)
    {
        $this->signals = new Signals();
    }

    public function add(Callback $callback): void
    {
        $signal = $callback->subject;
        $isFirst = !isset($this->callbacks[$signal]);
        $this->callbacks[$signal][$callback->id] = $callback;
        $isFirst && $this->signals->on($signal, fn () => ($this->due)(array_values($this->callbacks[$signal] ?? [])));
    }

    public function remove(Callback $callback): void
    {
        $signal = $callback->subject;
        unset($this->callbacks[$signal][$callback->id]);
        if (($this->callbacks[$signal] ?? null) === []) {
            unset($this->callbacks[$signal]);
            $this->signals->off($signal);
        }
    }

    /** Tells of what ext-pcntl has caught. */
    public function dispatch(): void
    {
        $this->signals->dispatch();
    }
}
