<?php
// What a request costs PHP in CPU time: prepared primary-key selects over a Unix socket, blocking on one connection, in
// a lone coroutine, and with 64 coroutines on 8 connections. Each measurement is a process of its own, and the three take
// turns; medians of 7 rounds. Then the system calls of a request, if strace is there.
//   scripts/servers/run.sh taskset --cpu-list 1 scripts/php.sh bench/db/requests.php

declare(strict_types=1);

const REQUESTS = 4_000;
const COROUTINES = 64;
const CONNECTIONS = 8;
const ROUNDS = 7;
const WAYS = ['blocking', 'lone', 'many'];

function connect(string $database): PDO
{
    return $database === 'PostgreSQL'
        ? new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'))
        : new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=mysql', 'root', null, [PDO::ATTR_EMULATE_PREPARES => false]);
}

function requests(PDOStatement $select, int $count): void
{
    for ($i = 0; $i < $count; $i++) {
        $select->execute([$i % 1000 + 1]);
        $select->fetch() !== false or exit("no row\n");
    }
}

/** @param list<PDOStatement> $selects */
function many(array $selects, int $count): void
{
    $free = new Async\Channel(count($selects));
    array_map($free->send(...), $selects);
    $tasks = [];
    for ($i = 0; $i < COROUTINES; $i++) {
        $tasks[] = Async\spawn(function () use ($free, $count): void {
            for ($i = 0; $i < $count / COROUTINES; $i++) {
                $select = $free->recv();
                requests($select, 1);
                $free->send($select);
            }
        });
    }
    Async\await_all_or_fail($tasks);
}

/** Microseconds of CPU per request: what a child process does. */
function measure(string $database, string $way, int $count): float
{
    $used = function (): float {
        $usage = getrusage();
        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e6 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    };
    $selects = array_map(
        fn (): PDOStatement => connect($database)->prepare('SELECT id, name FROM cenote_bench WHERE id = ?'),
        range(1, $way === 'many' ? CONNECTIONS : 1),
    );
    array_map(fn (PDOStatement $select): mixed => requests($select, 10), $selects); // what a server does once per connection
    $before = $used();
    match ($way) {
        'blocking' => requests($selects[0], $count),
        'lone' => Async\await(Async\spawn(requests(...), $selects[0], $count)),
        'many' => many($selects, $count),
    };
    return ($used() - $before) / $count;
}

function child(string $database, string $way, int $count, string $prefix = ''): string
{
    $command = [...array_filter(explode(' ', $prefix)), dirname(__DIR__, 2) . '/scripts/php.sh', __FILE__, $database, $way, (string) $count];
    $output = shell_exec(implode(' ', array_map(escapeshellarg(...), $command)));
    is_string($output) or exit("$database, $way: the process failed\n");
    return trim($output);
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

/** @return array<string, int> system calls by name */
function system_calls(string $database, string $way, int $count): array
{
    $log = tempnam(sys_get_temp_dir(), 'cenote-strace-');
    child($database, $way, $count, "strace -f -c -o $log");
    preg_match_all('/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$/m', file_get_contents($log), $lines);
    unlink($log);
    return array_diff_key(array_combine($lines[2], array_map(intval(...), $lines[1])), ['total' => 0]);
}

if (count($argv) === 4) {
    exit((string) measure($argv[1], $argv[2], (int) $argv[3]));
}

foreach (['PostgreSQL', 'MariaDB'] as $database) {
    $pdo = connect($database);
    $pdo->exec('DROP TABLE IF EXISTS cenote_bench');
    $pdo->exec('CREATE TABLE cenote_bench (id INT PRIMARY KEY, name VARCHAR(50))');
    $rows = implode(', ', array_map(fn (int $i): string => "($i, 'name $i')", range(1, 1000)));
    $pdo->exec("INSERT INTO cenote_bench VALUES $rows");
    $figures = [];
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach (WAYS as $way) {
            $figures[$way][] = (float) child($database, $way, REQUESTS);
        }
    }
    [$blocking, $lone, $many] = array_map(fn (string $way): float => median($figures[$way]), WAYS);
    printf("%-11s CPU µs: blocking %5.1f, lone coroutine %5.1f (%.2f ×, bound 1.10), %d on %d %5.1f (%.2f ×, bound 1.50)\n",
        $database, $blocking, $lone, $lone / $blocking, COROUTINES, CONNECTIONS, $many, $many / $blocking);
    $over = ($over ?? 0) + (int) ($lone / $blocking > 1.1) + (int) ($many / $blocking > 1.5);
    if (shell_exec('command -v strace') === null) {
        echo "            system calls: strace is not here\n";
        continue;
    }
    foreach (WAYS as $way) {
        [$few, $more] = [system_calls($database, $way, 640), system_calls($database, $way, 2 * 640)];
        $each = array_filter(array_map(fn (string $name): float => ($more[$name] - ($few[$name] ?? 0)) / 640, array_combine(array_keys($more), array_keys($more))), fn (float $n): bool => $n >= 0.005);
        arsort($each);
        $names = implode(', ', array_map(fn (string $name, float $n): string => sprintf('%s %.2f', $name, $n), array_keys($each), $each));
        printf("            system calls, %s: %.2f (%s)\n", $way, array_sum($each), $names);
    }
}
exit($over ? 1 : 0);
