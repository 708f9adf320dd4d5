<?php

declare(strict_types=1);

namespace Live;

/** All that the page and /metrics show, at one moment. */
final class Snapshot
{
    /** How many of the line are shown one by one. */
    private const SHOWN = 40;

    /** Others ask more often than the database's own list of connections should be read: milliseconds. */
    private const COUNTED_EVERY = 500;

    private ?int $counted = null;
    private float $countedAt = -INF;
    private readonly float $begin;

    public function __construct(
        private readonly ConnectionPool $pool,
        private readonly Database $database,
        private readonly Settings $settings,
        private readonly Latency $latency,
        private readonly Workload $workload,
    ) {
        $this->begin = hrtime(true) / 1e9;
    }

    public function take(): array
    {
        $this->count(); // may wait; what follows does not, so that it belongs together
        $pool = $this->pool->pool;
        return [
            'uptime' => round(hrtime(true) / 1e9 - $this->begin, 1),
            'database' => [
                'name' => $this->database->name(),
                'up' => $this->database->isUp(),
                'connections' => $this->counted,
                ...$this->database->explain(),
            ],
            'settings' => get_object_vars($this->settings),
            'pool' => $pool->stats(),
            'slots' => array_map($this->slot(...), $pool->slots()),
            'line' => array_slice($pool->waiters(), 0, self::SHOWN),
            'patience' => ConnectionPool::PATIENCE,
            'requests' => [
                'served' => $this->workload->served,
                'timedOut' => $this->workload->timedOut,
                'refused' => $this->workload->refused,
                'failed' => $this->workload->failed,
                'lastError' => $this->workload->lastError,
            ],
            'latency' => $this->latency->lastMinute(),
        ];
    }

    /** @return array{buckets: list<int>, sum: float} see Latency */
    public function histogram(): array
    {
        return $this->latency->histogram();
    }

    private function slot(array $slot): array
    {
        $connection = $this->pool->inSlot($slot['slot']);
        return [
            'slot' => $slot['slot'],
            'state' => $slot['state'],
            'ms' => $slot['ms'] === null ? null : round($slot['ms']),
            'coroutine' => $slot['coroutine'],
            'process' => $connection?->process(),
        ];
    }

    private function count(): void
    {
        $now = hrtime(true) / 1e6;
        if ($now - $this->countedAt >= self::COUNTED_EVERY) {
            $this->countedAt = $now;
            $this->counted = $this->database->countConnections();
        }
    }
}
