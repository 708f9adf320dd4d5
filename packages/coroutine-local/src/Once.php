<?php

declare(strict_types=1);

namespace Cenote\CoroutineLocal;

use Async;
use Closure;
use Throwable;

/** Something that the first caller does while others who come meanwhile wait for it. If it fails, the next caller tries again. */
final class Once
{
    private ?Async\Future $running = null;

    /** Runs the work, or waits for whoever runs it. */
    public function run(Closure $work): void
    {
        if ($this->running !== null) {
            Async\await($this->running);
            return;
        }
        $state = new Async\FutureState();
        $this->running = new Async\Future($state);
        try {
            $work();
            $state->complete(null);
        } catch (Throwable $error) {
            $state->error($error);
            throw $error;
        } finally {
            $this->running = null;
        }
    }
}
