<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Async;
use Closure;

/** Handles a request in a coroutine that has its own superglobals, headers and output buffer. */
final class RequestCoroutine
{
    /**
     * Waits for the result.
     *
     * @template R
     * @param Closure(): R                  $handle
     * @param ?Closure(R, CapturedOutput): R $output gets what was printed and what header() was called with, if anything was; null: it is dropped
     * @return R
     * @throws \Throwable what $handle throws
     */
    public static function run(Superglobals $superglobals, Closure $handle, ?Closure $output = null): mixed
    {
        Async\isolate_superglobals();
        $handling = Async\spawn(static function () use ($superglobals, $handle, $output): mixed {
            $superglobals->set();
            ob_start();
            try {
                $result = $handle();
            } finally {
                $captured = CapturedOutput::take();
            }
            return $captured->isEmpty() || $output === null ? $result : $output($result, $captured);
        });
        try {
            return Async\await($handling);
        } catch (Async\AsyncCancellation $cancellation) {
            // Nobody waits for the answer any more.
            $handling->cancel($cancellation);
            throw $cancellation;
        }
    }
}
