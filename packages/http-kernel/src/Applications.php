<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Async;
use Closure;

/**
 * Applications of which each handles one request at a time, so that what a request leaves in the container reaches no other that
 * runs meanwhile. The next request gets it after a reset.
 *
 * @template T of object
 */
final class Applications
{
    private Async\Pool $pool;

    /**
     * @param Closure(): T          $make  makes one
     * @param ?Closure(T): mixed    $reset called after each request; false, or what it throws: the application is not used again
     * @param int                   $max   so many requests are handled at once, the others wait
     */
    public function __construct(Closure $make, ?Closure $reset = null, int $max = 100)
    {
        $this->pool = new Async\Pool(
            factory: $make,
            beforeRelease: $reset === null ? null : fn (object $application): bool => $reset($application) !== false,
            max: $max,
        );
    }

    /**
     * Runs the work with an application that nobody else has.
     *
     * @template R
     * @param Closure(T): R $work
     * @return R
     */
    public function with(Closure $work): mixed
    {
        $application = $this->pool->acquire();
        try {
            return $work($application);
        } finally {
            $this->pool->release($application);
        }
    }

    /** The pool, to look at its figures or to change its size. */
    public function pool(): Async\Pool
    {
        return $this->pool;
    }
}
