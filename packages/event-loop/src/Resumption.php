<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use Fiber;
use Throwable;

/** A suspended Fiber that is to go on. */
final class Resumption
{
    public function __construct(
        public readonly Fiber $fiber,
        public readonly mixed $value,
        public readonly ?Throwable $error,
    ) {
    }
}
