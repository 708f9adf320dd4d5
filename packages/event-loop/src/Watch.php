<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use Closure;

/** What is done when a stream is ready. */
final class Watch
{
    /** Nothing else has taken its place, and it was not removed. */
    public bool $isSet = true;

    /** Its callback has begun and has not returned. */
    public bool $isBusy = false;

    /** Its callback waits, and it is not called again before it has returned. */
    public bool $isPaused = false;

    /** @param resource $stream */
    public function __construct(public readonly mixed $stream, public readonly Closure $callback)
    {
    }
}
