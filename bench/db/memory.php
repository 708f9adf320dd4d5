<?php
// What coroutines and connections take: resident memory of this process, memory_limit, mappings, descriptors; and of the servers,
// where this user may look. One thing in a process, so that
// nothing is reused: scripts/servers/run.sh scripts/php.sh bench/db/memory.php coroutine (or PostgreSQL, MariaDB)

declare(strict_types=1);

const COUNT = 100;

/** Kilobytes of this kind in a process: its own, or its share where processes share pages. */
function kilobytes(string $kind, int|string $process = 'self'): float
{
    $file = "/proc/$process/" . ($kind === 'Pss' ? 'smaps_rollup' : 'status');
    preg_match("/^$kind:\s+(\d+) kB/m", (string) @file_get_contents($file), $match);
    return (float) ($match[1] ?? NAN);
}

/** @return array{float, float, int, int} resident kB, kB of memory_limit, mappings, descriptors */
function taken(): array
{
    return [kilobytes('VmRSS'), memory_get_usage() / 1000, count(file('/proc/self/maps')), count(scandir('/proc/self/fd'))];
}

function line(string $what, array $before, array $after, int $count): void
{
    vprintf("%-66s %7.1f kB %9.1f kB %9.2f %8.2f\n", [$what, ...array_map(fn ($a, $b): float => ($b - $a) / $count, $before, $after)]);
}

/** Coroutines that each run a job, until all are where they stay. */
function park(int $count, Closure $job): array
{
    $coroutines = array_map(fn (int $number) => Async\spawn($job, $number), range(1, $count));
    Async\delay(1000);
    return $coroutines;
}

$postgres = 'pgsql:' . strtr((string) getenv('CENOTE_POSTGRES'), ' ', ';');
$mariadb = 'mysql:unix_socket=' . getenv('CENOTE_MARIADB');
printf("%-66s %10s %12s %9s %8s\n", '', 'resident', 'memory_limit', 'mappings', 'files');

$what = $argv[1] ?? 'coroutine';
if ($what === 'coroutine') {
    // What is used for the first time is not counted.
    Async\await(Async\spawn(fn () => Async\delay(1)));
    $before = taken();
    park(10_000, fn () => Async\delay(3_600_000));
    line('a coroutine parked in delay()', $before, taken(), 10_000);
    exit; // unwinds the parked ones
}
[$dsn, $user, $sleep] = match ($what) {
    'PostgreSQL' => [$postgres, null, 'SELECT pg_sleep(3)'],
    'MariaDB' => [$mariadb, 'root', 'SELECT SLEEP(3)'],
};
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => COUNT];
$pdo = new PDO($dsn, $user, null, $options);
Async\await(Async\spawn(fn () => $pdo->query('SELECT 1')->fetchAll()));
unset($pdo);

$before = taken();
$server = $what === 'MariaDB' ? (int) trim((string) @file_get_contents(dirname((string) getenv('CENOTE_MARIADB')) . '/pid')) : 0;
$serverBefore = $server ? kilobytes('VmRSS', $server) : 0.0;
$pdo = new PDO($dsn, $user, null, $options);
$running = park(COUNT, fn () => $pdo->query($sleep)->fetchAll());
line("a coroutine that waits in a query, and its $what connection", $before, taken(), COUNT);
if ($server) {
    printf("%-66s %7.1f kB\n", 'a connection in the server, one process', (kilobytes('VmRSS', $server) - $serverBefore) / COUNT);
}
Async\await_all($running);
unset($running);
line("an idle $what connection in the pool", $before, taken(), COUNT);
if (!$server) {
    $own = array_map(fn ($row) => kilobytes('Pss', (int) $row['pid']), $pdo->query(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )->fetchAll());
    printf("%-66s %7.1f kB\n", 'a connection in the server, a process: its share of memory', array_sum($own) / count($own));
}
