<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Closure;

/** What queue() was given. Its arguments are let go as it begins. */
final class Microtask
{
    /** @param array<mixed> $arguments */
    public function __construct(public readonly Closure $closure, private array $arguments)
    {
    }

    public function run(): void
    {
        if ($this->arguments === []) {
            ($this->closure)();
            return;
        }
        $arguments = $this->arguments;
        $this->arguments = [];
        ($this->closure)(...$arguments, ...($arguments = []));
    }
}
