<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

/** A coroutine that runs callbacks. */
final class Turn
{
    public bool $isOver = false;

    /** Its callback waits, and the others are run by another one. */
    public bool $isOvertaken = false;

    /** How many callbacks it has begun. */
    public int $begun = 0;

    /** Where its Fiber came to a Fiber that has to be resumed. */
    public ?Resumption $resumption = null;
}
