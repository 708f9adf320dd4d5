<?php
// What the benchmarks share. Each of them is a script of its own that prints one row, fields separated by tabs:
// what, cenote, yardstick, ratio, bound, "ok" or "over". scripts/bench/php.sh runs them and makes the tables.

declare(strict_types=1);

namespace Bench;

require __DIR__ . '/plain_pool.php';

const RUNS = 9;

/** CPU time of this process so far, in nanoseconds. */
function cpu_time(): float
{
    $usage = getrusage();
    return 1e9 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
        + 1e3 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

/** CPU nanoseconds that one of $operations costs, all of which are done by one call of $work. */
function cost(int $operations, \Closure $work): float
{
    gc_collect_cycles();
    $start = cpu_time();
    $work($operations);
    return (cpu_time() - $start) / $operations;
}

function with_jit(): bool
{
    return function_exists('opcache_get_status') && (opcache_get_status(false)['jit']['on'] ?? false);
}

/**
 * Runs both in turn, after one run each that does not count, and prints the row of their medians.
 * Both return nanoseconds per operation.
 */
function compare(string $what, float $bound, \Closure $cenote, \Closure $yardstick, ?float $bound_with_jit = null): void
{
    $costs = [[], []];
    for ($run = -1; $run < RUNS; $run++) {
        foreach ([$cenote, $yardstick] as $side => $measure) {
            $cost = $measure();
            if ($run >= 0) {
                $costs[$side][] = $cost;
            }
        }
    }
    [$ours, $theirs] = array_map(median(...), $costs);
    if ($bound_with_jit !== null && with_jit()) {
        $bound = $bound_with_jit;
    }
    row($what, sprintf('%.0f ns', $ours), sprintf('%.0f ns', $theirs), $ours / $theirs, $bound);
}

/** @param list<float> $values an odd number of them */
function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

function row(string $what, string $cenote, string $yardstick, float $ratio, float $bound): void
{
    echo implode("\t", [
        $what, $cenote, $yardstick, sprintf('%.3g', $ratio), "≤ $bound", $ratio <= $bound ? 'ok' : 'over',
    ]), "\n";
}
