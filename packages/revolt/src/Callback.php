<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Closure;
use Revolt\EventLoop\CallbackType;

/** One that was registered, and what is to happen before it is called. */
final class Callback
{
    public bool $enabled = true;

    public bool $referenced = true;

    /** Whether it may be called: not in the tick in which it was enabled. */
    public bool $invokable = false;

    /** Whether it is in the middle of a wait: it is not called again before it has returned. */
    public bool $isBusy = false;

    /** Its name among the timers. */
    public ?int $timer = null;

    /** @param mixed $subject the stream, the signal, or the number of seconds */
    public function __construct(
        public readonly string $id,
        public readonly CallbackType $type,
        public readonly Closure $closure,
        public readonly mixed $subject = null,
        public float $at = 0.0,
    ) {
    }

    public function call(): mixed
    {
        return match ($this->type) {
            CallbackType::Readable, CallbackType::Writable, CallbackType::Signal => ($this->closure)($this->id, $this->subject),
            default => ($this->closure)($this->id),
        };
    }
}
