<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Workerman\Coroutine\Barrier\BarrierInterface;

/** Workerman's `Barrier`: wait() returns once nobody else holds it. */
final class Barrier implements BarrierInterface
{
    private Async\FutureState $released;

    private function __construct()
    {
        $this->released = new Async\FutureState();
    }

    public static function create(): object
    {
        return new self();
    }

    public static function wait(object &$barrier, int $timeout = -1): void
    {
        \assert($barrier instanceof self);
        $released = (new Async\Future($barrier->released))->ignore();
        $barrier = null;
        try {
            Async\await($released, $timeout > 0 ? Async\timeout($timeout * 1000) : null);
        } catch (Async\OperationCanceledException) {
            // It may take longer than one wants to wait.
        }
    }

    public function __destruct()
    {
        $this->released->complete(null);
    }
}
