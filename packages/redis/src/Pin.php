<?php

declare(strict_types=1);

namespace Cenote\Redis;

use Redis;

/** What a coroutine has of its own. */
final class Pin
{
    /** The connection that it keeps. */
    public ?Redis $connection = null;

    public bool $isInTransaction = false;

    public bool $isWatching = false;

    /** To the end of the coroutine. */
    public bool $isForGood = false;

    public ?string $lastError = null;

    public function isHeld(): bool
    {
        return $this->isInTransaction || $this->isWatching || $this->isForGood;
    }
}
