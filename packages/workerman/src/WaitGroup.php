<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Workerman\Coroutine\WaitGroup\WaitGroupInterface;

/** Workerman's `WaitGroup`: waits until as many have said done() as were added. */
final class WaitGroup implements WaitGroupInterface
{
    private int $count = 0;

    private ?Async\FutureState $done = null;

    public function add(int $delta = 1): bool
    {
        $this->count += max($delta, 1);
        return true;
    }

    public function done(): bool
    {
        if ($this->count > 0 && --$this->count === 0) {
            [$done, $this->done] = [$this->done, null];
            $done?->complete(null);
        }
        return true;
    }

    public function count(): int
    {
        return $this->count;
    }

    public function wait(int|float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->done ??= new Async\FutureState();
        try {
            $left = $timeout < 0 ? null : max(1, (int) ceil($timeout * 1000));
            Async\await((new Async\Future($this->done))->ignore(), $left === null ? null : Async\timeout($left));
            return true;
        } catch (Async\OperationCanceledException) {
            return false;
        }
    }
}
