<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

/** Where a Runner gets its callbacks from. */
interface Source
{
    /** What is next: a Fiber to resume, or what call() is to be given. Null: nothing for now. */
    public function next(): ?object;

    /** Runs a callback, whose exceptions it handles. */
    public function call(object $callback): void;

    /** A callback that waited has ended. */
    public function returned(): void;
}
