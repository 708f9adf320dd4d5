<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use Async;
use Closure;

/**
 * Listens for signals, by `Async\signal()`. Those that it does not know are caught by ext-pcntl and told of after the next wait
 * of the main flow, which they end.
 */
final class Signals
{
    /** @var array<int, Closure(): void> by signal */
    private array $callbacks = [];

    /** @var array<int, array{Async\Future, Async\Future}> what is listened by, and what follows an arrival */
    private array $listening = [];

    private bool $areCaught = false;

    /** @param Closure(): void $callback called in a coroutine at each arrival */
    public function on(int $signal, Closure $callback): void
    {
        $this->callbacks[$signal] = $callback;
        // From one arrival until we listen again the signal must not have its former effect, which may be to kill the process.
        if (function_exists('pcntl_signal')) {
            $this->areCaught = pcntl_signal($signal, $this->caught(...));
        }
        $this->listen($signal);
    }

    public function off(int $signal, bool $ignore = false): bool
    {
        $known = isset($this->callbacks[$signal]);
        unset($this->callbacks[$signal], $this->listening[$signal]);
        if ($known && function_exists('pcntl_signal')) {
            pcntl_signal($signal, $ignore ? SIG_IGN : SIG_DFL);
        }
        return $known;
    }

    /** Calls the handlers of what ext-pcntl has caught. */
    public function dispatch(): void
    {
        $this->areCaught && pcntl_signal_dispatch();
    }

    private function caught(int $signal): void
    {
        isset($this->listening[$signal]) || ($this->callbacks[$signal] ?? fn () => null)();
    }

    private function listen(int $signal): void
    {
        $known = Async\Signal::tryFrom($signal);
        if ($known === null) {
            return;
        }
        $arrival = Async\signal($known);
        // Dropped, it would listen no more.
        $this->listening[$signal] = [$arrival, $arrival->map(function () use ($signal, $arrival): void {
            if (($this->listening[$signal][0] ?? null) === $arrival) {
                $this->listen($signal);
                $this->callbacks[$signal]();
            }
        })->ignore()];
    }
}
