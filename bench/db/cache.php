<?php
// What the pooled PDO costs with the statement cache and without it. A request is prepare + execute + fetch of one row by its
// primary key. Each measurement is a process of its own, the ways take turns, and the figures are medians of 7 rounds; so are
// the ratios, each of which is taken within its round.
//   scripts/servers/run.sh taskset --cpu-list 1 scripts/php.sh bench/db/cache.php [instructions | DATABASE …]
//
// In one coroutine: "kept" executes a statement that was prepared once, on a plain PDO object; "cached" and "uncached"
// prepare for each request on a pooled object, with ATTR_POOL_STMT_CACHE_SIZE at 64 and at 0. In 8 coroutines side by side,
// each prepares for each request: "pooled" on one pooled object without cache, with 8 connections; "plain" on an object of
// its own per coroutine.
//
// With "instructions" it counts those that PHP executes for a request, kept and cached: they are the same in each run, and not
// judged. What the kernel does is not in them.

declare(strict_types=1);

const ROUNDS = 7;
const COROUTINES = 8;
const CACHE_SIZE = 64;
const REQUESTS = ['PostgreSQL' => 8_000, 'MariaDB' => 8_000, 'SQLite' => 40_000];
const WAYS = ['kept', 'cached', 'uncached', 'plain', 'pooled'];
const MOST_CPU_OF_KEPT = 1.2;
const MOST_CPU_OF_PLAIN = 1.15;
const LEAST_SPEED_OF_UNCACHED = ['PostgreSQL' => 3.0, 'MariaDB' => 1.7, 'SQLite' => 1.7];
const SELECT = 'SELECT id, name FROM cenote_bench WHERE id = ?';

function connect(string $database, array $options = []): PDO
{
    return match ($database) {
        'PostgreSQL' => new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'), options: $options),
        'MariaDB' => new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=mysql', 'root', null,
            $options + [PDO::ATTR_EMULATE_PREPARES => false]),
        'SQLite' => new PDO('sqlite:' . getenv('CENOTE_BENCH_FILE'), options: $options),
    };
}

function pooled(string $database, int $connections, int $cache): PDO
{
    return connect($database, [
        PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_MIN => $connections,
        PDO::ATTR_POOL_MAX => $connections,
        PDO::ATTR_POOL_STMT_CACHE_SIZE => $cache,
    ]);
}

function with_kept(PDOStatement $select, int $count): void
{
    for ($i = 0; $i < $count; $i++) {
        $select->execute([$i % 1000 + 1]);
        $select->fetch() !== false or exit("no row\n");
    }
}

function with_prepare(PDO $pdo, int $count): void
{
    for ($i = 0; $i < $count; $i++) {
        $select = $pdo->prepare(SELECT);
        $select->execute([$i % 1000 + 1]);
        $select->fetch() !== false or exit("no row\n");
        unset($select);
    }
}

/** @return list<Closure(int): void> the coroutines of one way; each is told how many requests to make */
function coroutines(string $database, string $way): array
{
    if ($way === 'kept') {
        $select = connect($database)->prepare(SELECT);
        return [fn (int $count) => with_kept($select, $count)];
    }
    $objects = match ($way) {
        'cached' => [pooled($database, 1, CACHE_SIZE)],
        'uncached' => [pooled($database, 1, 0)],
        'pooled' => array_fill(0, COROUTINES, pooled($database, COROUTINES, 0)),
        'plain' => array_map(fn (): PDO => connect($database), range(1, COROUTINES)),
    };
    return array_map(fn (PDO $pdo): Closure => fn (int $count) => with_prepare($pdo, $count), $objects);
}

function run(array $coroutines, int $count): void
{
    $each = intdiv($count, count($coroutines));
    Async\await_all_or_fail(array_map(fn (Closure $body) => Async\spawn($body, $each), $coroutines));
}

/** Microseconds per request of what a child process does: CPU time, and the time that passes. */
function measure(string $database, string $way): array
{
    $used = function (): float {
        $usage = getrusage();
        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e6 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    };
    $coroutines = coroutines($database, $way);
    run($coroutines, 10 * COROUTINES);
    $count = REQUESTS[$database];
    [$before, $start] = [$used(), hrtime(true)];
    run($coroutines, $count);
    return [($used() - $before) / $count, (hrtime(true) - $start) / 1e3 / $count];
}

/** @return array{float, float} */
function child(string $database, string $way): array
{
    $command = [dirname(__DIR__, 2) . '/scripts/php.sh', __FILE__, $database, $way];
    $output = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)));
    sscanf($output, '%f %f', $cpu, $time) === 2 or exit("$database, $way: the process failed: $output\n");
    return [$cpu, $time];
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

/** The median of what the rounds give, each by itself: the machine is not the same from one to the next. */
function ratio(array $values, array $others): float
{
    return median(array_map(fn (float $value, float $other): float => $value / $other, $values, $others));
}

function create_table(string $database): void
{
    $pdo = connect($database);
    if ($database === 'SQLite') {
        $pdo->exec('PRAGMA journal_mode = WAL'); // stays with the file
    }
    $pdo->exec('DROP TABLE IF EXISTS cenote_bench');
    $pdo->exec('CREATE TABLE cenote_bench (id INT PRIMARY KEY, name VARCHAR(50))');
    $rows = implode(', ', array_map(fn (int $i): string => "($i, 'name $i')", range(1, 1000)));
    $pdo->exec("INSERT INTO cenote_bench VALUES $rows");
}

/** Instructions of this PHP for a request, as valgrind counts them: the difference of two runs. */
function instructions(string $database, string $way): int
{
    $self = explode("\0", rtrim(file_get_contents('/proc/self/cmdline'), "\0"));
    $php = array_slice($self, 0, array_search('instructions', $self));
    $counts = array_map(function (int $requests) use ($php, $database, $way): int {
        $command = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', ...$php, $database, $way, $requests];
        $output = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1');
        preg_match('/Collected : (\d+)/', $output, $found) === 1 or exit("$database, $way: valgrind failed: $output\n");
        return (int) $found[1];
    }, [500, 2500]);
    return intdiv($counts[1] - $counts[0], 2000);
}

if (in_array($argv[2] ?? '', WAYS, true)) {
    if (isset($argv[3])) {
        run(coroutines($argv[1], $argv[2]), (int) $argv[3]);
    } else {
        vprintf('%F %F', measure($argv[1], $argv[2]));
    }
    exit;
}

$file = sys_get_temp_dir() . '/cenote-bench-' . getmypid() . '.db';
putenv("CENOTE_BENCH_FILE=$file");
if (($argv[1] ?? '') === 'instructions') {
    foreach (array_keys(REQUESTS) as $database) {
        create_table($database);
        [$kept, $cached] = [instructions($database, 'kept'), instructions($database, 'cached')];
        printf("%-10s  kept %s, cached %s: %s more\n", $database, ...array_map(number_format(...), [$kept, $cached, $cached - $kept]));
    }
    array_map(unlink(...), glob("$file*"));
    exit;
}
$is_over = false;
foreach (array_slice($argv, 1) ?: array_keys(REQUESTS) as $database) {
    create_table($database);
    $cpu = $time = [];
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach (WAYS as $way) {
            [$cpu[$way][], $time[$way][]] = child($database, $way);
        }
    }
    $ratios = [
        [ratio($cpu['cached'], $cpu['kept']), '<=', MOST_CPU_OF_KEPT, 'CPU of cached to kept'],
        [ratio($time['uncached'], $time['cached']), '>=', LEAST_SPEED_OF_UNCACHED[$database], 'requests/s of cached to uncached'],
        [ratio($cpu['pooled'], $cpu['plain']), '<=', MOST_CPU_OF_PLAIN, 'CPU of pooled to plain'],
    ];
    printf("%s, CPU µs per request (requests/s): %s\n", $database, implode(', ', array_map(
        fn (string $way): string => sprintf('%s %.1f (%s)', $way, median($cpu[$way]), number_format(1e6 / median($time[$way]))),
        WAYS,
    )));
    foreach ($ratios as [$ratio, $relation, $bound, $what]) {
        $fits = $relation === '<=' ? $ratio <= $bound : $ratio >= $bound;
        $is_over = $is_over || !$fits;
        printf("    %-34s %.2f x, bound %s %.2f%s\n", "$what:", $ratio, $relation, $bound, $fits ? '' : ' OVER');
    }
}
array_map(unlink(...), glob("$file*"));
exit($is_over ? 1 : 0);
