<?php
// A ticker that fires every 5 ms beside 20 coroutines that connect, query, fetch 2 MB and send 2 MB, on PostgreSQL with
// and without TLS and on MariaDB: the gaps between its ticks, and the CPU time that all others together used in one.
// The servers work on the same cores. How long PHP was ready to run but had none is told by the kernel; a gap without
// that time is what the coroutines did to the ticker. The bound is for the gap as it is.
//   scripts/servers scripts/php bench/db/ticker.php

declare(strict_types=1);

use function Async\{await_all_or_fail, delay, spawn};

const MEGABYTES = 2;
const BOUND_MS = 30;

/** Milliseconds: wall clock, CPU time, time without a core. */
function now(): array
{
    [$used, $waited] = explode(' ', (string) @file_get_contents('/proc/self/schedstat')) + [0, 0];
    return [hrtime(true) / 1e6, (int) $used / 1e6, (int) $waited / 1e6];
}

/** @return list<array{float, float, float}> the differences of each tick */
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
$slow = 0;
printf("%-16s %6s %10s %10s %18s %22s\n", 'ms', 'ticks', 'p99 gap', 'longest', 'p99 without wait', 'CPU of others p99, most');
foreach ($works as $name => $work) {
    $ticks = beside($work);
    $gaps = array_column($ticks, 0);
    $own = p99(array_map(fn (array $tick): float => $tick[0] - $tick[2], $ticks));
    $cpu = array_column($ticks, 1);
    printf("%-16s %6d %10.1f %10.1f %18.1f %14.1f, %7.1f\n", $name, count($gaps), p99($gaps), max($gaps), $own, p99($cpu), max($cpu));
    $slow += (int) (p99($gaps) > BOUND_MS);
}
exit($slow ? 1 : 0);
