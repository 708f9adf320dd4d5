<?php
// A ticker that fires every 5 ms beside 20 coroutines that connect, query, fetch 2 MB and send 2 MB, on PostgreSQL with
// and without TLS and on MariaDB: the gaps between its ticks, and the longest slice of CPU time that anybody took.
//   scripts/servers scripts/php bench/db/ticker.php

declare(strict_types=1);

use function Async\{await_all_or_fail, delay, spawn};

const MEGABYTES = 2;

function cpu(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
}

/** @return array{list<float>, list<float>} gaps, and CPU time between two ticks, in ms */
function beside(Closure $work): array
{
    $gaps = $slices = [];
    $running = true;
    $ticker = spawn(function () use (&$gaps, &$slices, &$running): void {
        [$last, $used] = [hrtime(true), cpu()];
        while ($running) {
            delay(5);
            [$now, $now_used] = [hrtime(true), cpu()];
            $gaps[] = ($now - $last) / 1e6;
            $slices[] = $now_used - $used;
            [$last, $used] = [$now, $now_used];
        }
    });
    delay(0);
    $tasks = [];
    for ($i = 0; $i < 20; $i++) {
        $tasks[] = spawn(function () use ($work): void {
            for ($i = 0; $i < 5; $i++) {
                $work();
            }
        });
    }
    await_all_or_fail($tasks);
    $running = false;
    Async\await($ticker);
    sort($gaps);
    sort($slices);
    return [$gaps, $slices];
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
printf("%-18s %6s %12s %12s %22s\n", "", "ticks", "p99 gap", "longest", "p99 CPU between");
foreach ($works as $name => $work) {
    [$gaps, $slices] = beside($work);
    $p99 = $gaps[(int) ceil(count($gaps) * 0.99) - 1];
    printf("%-18s %6d %9.1f ms %9.1f ms %19.1f ms\n", $name, count($gaps), $p99, end($gaps), $slices[(int) ceil(count($slices) * 0.99) - 1]);
    $slow += (int) ($p99 > 30);
}
exit($slow ? 1 : 0);
