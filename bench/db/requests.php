<?php
// What a request costs PHP in CPU time: prepared primary-key selects over a Unix socket, with 64 coroutines on 8
// connections, in a lone coroutine, and blocking on one connection. The three take turns; medians of 7 rounds.
//   scripts/servers taskset --cpu-list 1 scripts/php bench/db/requests.php

declare(strict_types=1);

const REQUESTS = 4_000;
const COROUTINES = 64;
const CONNECTIONS = 8;
const ROUNDS = 7;

/** Microseconds of CPU per request. */
function cpu(Closure $run): float
{
    $used = function (): float {
        $usage = getrusage();
        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e6 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    };
    $before = $used();
    $run();
    return ($used() - $before) / REQUESTS;
}

function requests(PDOStatement $select, int $count): void
{
    for ($i = 0; $i < $count; $i++) {
        $select->execute([$i % 1000 + 1]);
        $select->fetch() !== false or exit("no row\n");
    }
}

function many(array $selects): void
{
    $free = new Async\Channel(count($selects));
    array_map($free->send(...), $selects);
    $tasks = [];
    for ($i = 0; $i < COROUTINES; $i++) {
        $tasks[] = Async\spawn(function () use ($free): void {
            for ($i = 0; $i < REQUESTS / COROUTINES; $i++) {
                $select = $free->recv();
                requests($select, 1);
                $free->send($select);
            }
        });
    }
    Async\await_all_or_fail($tasks);
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

$databases = [
    'PostgreSQL' => ['pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'), null],
    'MariaDB' => ['mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=mysql', 'root'],
];
$statements = [];
foreach ($databases as $database => [$dsn, $user]) {
    $connect = function () use ($dsn, $user): PDOStatement {
        $pdo = new PDO($dsn, $user, null, [PDO::ATTR_EMULATE_PREPARES => false]);
        return $pdo->prepare('SELECT id, name FROM cenote_bench WHERE id = ?');
    };
    $pdo = new PDO($dsn, $user);
    $pdo->exec('DROP TABLE IF EXISTS cenote_bench');
    $pdo->exec('CREATE TABLE cenote_bench (id INT PRIMARY KEY, name VARCHAR(50))');
    $rows = implode(', ', array_map(fn (int $i): string => "($i, 'name $i')", range(1, 1000)));
    $pdo->exec("INSERT INTO cenote_bench VALUES $rows");
    $statements[$database] = array_map(fn (): PDOStatement => $connect(), range(1, CONNECTIONS));
}

// Before the first spawn nothing is hooked into waiting, so the blocking rounds come first.
$blocking = $lone = $many = [];
foreach ($statements as $database => $selects) {
    for ($round = 0; $round < ROUNDS; $round++) {
        $blocking[$database][] = cpu(fn () => requests($selects[0], REQUESTS));
    }
}
for ($round = 0; $round < ROUNDS; $round++) {
    foreach ($statements as $database => $selects) {
        $lone[$database][] = cpu(fn () => Async\await(Async\spawn(requests(...), $selects[0], REQUESTS)));
        $many[$database][] = cpu(fn () => many($selects));
    }
}
$over = 0;
printf("%-12s %12s %18s %24s\n", 'CPU µs', 'blocking', 'lone coroutine', COROUTINES . ' on ' . CONNECTIONS);
foreach ($statements as $database => $selects) {
    [$b, $l, $m] = [median($blocking[$database]), median($lone[$database]), median($many[$database])];
    printf("%-12s %12.1f %10.1f (%.2f ×) %16.1f (%.2f ×)\n", $database, $b, $l, $l / $b, $m, $m / $b);
    $over += (int) ($l / $b > 1.1) + (int) ($m / $b > 1.5);
}
exit($over ? 1 : 0);
