<?php

declare(strict_types=1);

namespace Live;

use Async\Coroutine;
use Async\PoolException;
use Async\ServiceUnavailableException;
use Async\TimeoutException;
use Exception;
use function Async\delay;
use function Async\spawn;

/** Requests that come at random, so many per second, each in a coroutine of its own. */
final class Workload
{
    /** What became of them. */
    public int $served = 0;
    public int $timedOut = 0;
    public int $refused = 0;
    public int $failed = 0;

    /** What went wrong last, in the words of the exception. */
    public ?string $lastError = null;

    private ?Coroutine $arrivals = null;

    public function __construct(
        private readonly ConnectionPool $pool,
        private readonly Settings $settings,
        private readonly Latency $latency,
    ) {}

    public function begin(): void
    {
        $this->arrivals = spawn($this->arrive(...));
    }

    public function end(): void
    {
        $this->arrivals?->cancel();
    }

    /** Waits from one arrival to the next are exponential, as those of independent visitors are. */
    private function arrive(): void
    {
        $next = self::now();
        while (true) {
            if ($this->settings->load === 0) {
                delay(50);
                $next = self::now();
                continue;
            }
            $next += -log(mt_rand(1, 1_000_000) / 1_000_000) / $this->settings->load;
            $wait = min($next - self::now(), 0.5);
            if ($wait >= 0.001) {
                delay((int) ($wait * 1e3));
            }
            $next = max($next, self::now() - 1); // what one second could not hold is not made up for
            spawn($this->request(...));
        }
    }

    private function request(): void
    {
        $begin = self::now();
        try {
            $connection = $this->pool->acquire();
        } catch (Exception $e) {
            $this->count($e);
            $this->latency->failed();
            return;
        }
        $this->latency->served((self::now() - $begin) * 1e3);
        try {
            delay($this->settings->trip);
            $connection->work($this->settings->hold);
            $this->served++;
        } catch (Exception $e) {
            $connection->isBroken = true;
            $this->count($e);
        } finally {
            $this->pool->release($connection);
        }
    }

    private function count(Exception $error): void
    {
        match (true) {
            $error instanceof TimeoutException => $this->timedOut++,
            $error instanceof ServiceUnavailableException, $error instanceof PoolException => $this->refused++,
            default => $this->failed++,
        };
        // Where a connection was taken is part of the message; the folder would only make it long.
        $this->lastError = str_replace(dirname(__DIR__, 2) . '/', '', $error->getMessage());
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
