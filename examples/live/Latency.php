<?php

declare(strict_types=1);

namespace Live;

/** How long acquire() took, second by second over the last minute, and over all since the start. */
final class Latency
{
    public const SECONDS = 60;

    /** Upper bounds of the buckets of the histogram, in seconds. */
    public const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

    /** @var array<int, list<float>> milliseconds of those that were served, by second */
    private array $served = [];

    /** @var array<int, int> those that were not served, by second */
    private array $failed = [];

    /** @var list<int> how many lie below each bound, and above all */
    private array $buckets;

    private float $sum = 0.0;

    public function __construct()
    {
        $this->buckets = array_fill(0, count(self::BOUNDS) + 1, 0);
    }

    public function served(float $ms): void
    {
        $this->served[self::now()][] = $ms;
        $this->sum += $ms / 1e3;
        $bucket = 0;
        while ($bucket < count(self::BOUNDS) && $ms / 1e3 > self::BOUNDS[$bucket]) {
            $bucket++;
        }
        $this->buckets[$bucket]++;
        $this->forget();
    }

    public function failed(): void
    {
        $second = self::now();
        $this->failed[$second] = ($this->failed[$second] ?? 0) + 1;
        $this->forget();
    }

    /**
     * The last minute, the oldest second first: median, 99th percentile and longest in milliseconds (null: nobody was served), and how
     * many were not served.
     *
     * @return array{p50: list<?float>, p99: list<?float>, max: list<?float>, failed: list<int>}
     */
    public function lastMinute(): array
    {
        $minute = ['p50' => [], 'p99' => [], 'max' => [], 'failed' => []];
        $now = self::now();
        for ($second = $now - self::SECONDS + 1; $second <= $now; $second++) {
            $times = $this->served[$second] ?? [];
            sort($times);
            foreach (['p50' => 0.5, 'p99' => 0.99, 'max' => 1.0] as $name => $share) {
                $minute[$name][] = $times ? round($times[(int) ceil($share * count($times)) - 1], 2) : null;
            }
            $minute['failed'][] = $this->failed[$second] ?? 0;
        }
        return $minute;
    }

    /** @return array{buckets: list<int>, sum: float} how many lie below each bound and above all; seconds all together */
    public function histogram(): array
    {
        return ['buckets' => $this->buckets, 'sum' => $this->sum];
    }

    private static function now(): int
    {
        return hrtime()[0];
    }

    private function forget(): void
    {
        $oldest = self::now() - self::SECONDS;
        foreach ([&$this->served, &$this->failed] as &$seconds) {
            while (($first = array_key_first($seconds)) !== null && $first < $oldest) {
                unset($seconds[$first]);
            }
        }
    }
}
