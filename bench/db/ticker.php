<?php
// A ticker that fires every 5 ms beside 20 coroutines that connect, query, fetch 2 MB and send 2 MB, on PostgreSQL with
// and without TLS and on MariaDB: the gaps between its ticks, and the slices, which is the CPU time for which one coroutine
// runs without letting others. How long PHP was ready to run but had no core is told by the kernel; a gap without that
// time is what the coroutines did to the ticker. The bounds are for the gap as it is, and for the longest slice.
//   scripts/servers/run.sh scripts/php.sh bench/db/ticker.php [unjudged]

declare(strict_types=1);

use function Async\{await_all_or_fail, delay, measure_slices, spawn};

const MEGABYTES = 2;
const GAP_BOUND_MS = 30;
const SLICE_BOUND_MS = 15;

/** Milliseconds: wall clock, time without a core. */
function now(): array
{
    $waited = explode(' ', (string) @file_get_contents('/proc/self/schedstat'))[1] ?? 0;
    return [hrtime(true) / 1e6, (int) $waited / 1e6];
}

/** @return list<array{float, float}> the differences of each tick */
function beside(Closure $work): array
{
    $ticks = [];
    $running = true;
    $ticker = spawn(function () use (&$ticks, &$running): void {
        $last = now();
        while ($running) {
            delay(5);
            $now = now();
            $ticks[] = array_map(fn (float $a, float $b): float => $a - $b, $now, $last);
            $last = $now;
        }
    });
    delay(0);
    $tasks = [];
    for ($i = 0; $i < 20; $i++) {
        $tasks[] = spawn(function () use ($work): void {
            for ($i = 0; $i < 10; $i++) {
                $work();
            }
        });
    }
    await_all_or_fail($tasks);
    $running = false;
    Async\await($ticker);
    return $ticks;
}

/** @param list<float> $values */
function p99(array $values): float
{
    sort($values);
    return $values[(int) ceil(count($values) * 0.99) - 1];
}

$size = MEGABYTES << 20;
$postgres = fn (string $settings): Closure => function () use ($settings, $size): void {
    $pdo = new PDO('pgsql:' . strtr($settings, ' ', ';'));
    $pdo->query('SELECT pg_sleep(0.02)');
    strlen($pdo->query("SELECT repeat('x', $size)")->fetchColumn()) === $size or exit("wrong size\n");
    $statement = $pdo->prepare('SELECT length(?::text)');
    $statement->execute([str_repeat('y', $size)]);
    $statement->fetchColumn() == $size or exit("wrong length\n");
};
$works = [
    'PostgreSQL' => $postgres(getenv('CENOTE_POSTGRES')),
    'PostgreSQL, TLS' => $postgres(getenv('CENOTE_POSTGRES_TCP')),
    'MariaDB' => function () use ($size): void {
        $pdo = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root', null, [PDO::ATTR_EMULATE_PREPARES => false]);
        $pdo->query('SELECT SLEEP(0.02)')->fetchAll();
        strlen($pdo->query("SELECT repeat('x', $size)")->fetchColumn()) === $size or exit("wrong size\n");
        $statement = $pdo->prepare('SELECT length(?)');
        $statement->execute([str_repeat('y', $size)]);
        $statement->fetchColumn() == $size or exit("wrong length\n");
    },
];
$judged = ($argv[1] ?? '') !== 'unjudged';
$missed = 0;
printf("%-16s %6s %8s %9s %18s %8s %10s %9s\n", 'ms', 'ticks', 'p99 gap', 'longest', 'p99 without wait', 'slices', 'p99 slice', 'longest');
foreach ($works as $name => $work) {
    measure_slices(true);
    $ticks = beside($work);
    $slices = measure_slices(false);
    $gaps = array_column($ticks, 0);
    $own = array_map(fn (array $tick): float => $tick[0] - $tick[1], $ticks);
    printf("%-16s %6d %8.1f %9.1f %18.1f %8d %10.1f %9.1f\n", $name, count($gaps), p99($gaps), max($gaps), p99($own),
        $slices['count'], $slices['p99'], $slices['longest']);
    if ($judged && p99($gaps) > GAP_BOUND_MS) {
        printf("over the bound: the 99th percentile of the gaps, %d ms\n", GAP_BOUND_MS);
        $missed++;
    }
    if ($judged && $slices['longest'] > SLICE_BOUND_MS) {
        printf("over the bound: a slice, %d ms; it ended at %s\n", SLICE_BOUND_MS, $slices['longestUntil'] ?? 'the end of its coroutine');
        $missed++;
    }
}
exit($missed ? 1 : 0);
