<?php

declare(strict_types=1);

namespace Cenote\CoroutineLocal;

use Async;
use Closure;

/**
 * Something that the first caller does while others who come meanwhile wait for it. If it fails, or its caller is cancelled, one
 * of those who waited does it instead.
 */
final class Once
{
    private ?Async\Future $running = null;

    /** Runs the work, or waits for whoever runs it. */
    public function run(Closure $work): void
    {
        while ($this->running !== null) {
            if (Async\await($this->running)) {
                return;
            }
        }
        $done = false;
        $state = new Async\FutureState();
        // Often nobody comes meanwhile.
        $this->running = (new Async\Future($state))->ignore();
        try {
            $work();
            $done = true;
        } finally {
            $this->running = null;
            $state->complete($done);
        }
    }
}
