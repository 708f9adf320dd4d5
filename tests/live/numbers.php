<?php
// What the page is told, against the pool's own stats(), slots() and waiters(), /metrics, and the database's own list of
// connections: PostgreSQL's pg_stat_activity, or for SQLite the kernel's list of open files. Prints what differs.
//   scripts/php.sh tests/live/numbers.php [DSN]

declare(strict_types=1);

use Live\{ConnectionPool, Controls, Http, Latency, Metrics, PostgresDatabase, Request, Response, Settings, Snapshot, SqliteDatabase, Workload};

spl_autoload_register(function (string $class): void {
    require __DIR__ . '/../../examples/live/' . substr($class, strlen('Live\\')) . '.php';
});
ini_set('cenote.leak_threshold_ms', '1');

/** @var list<string> what differs */
$failures = [];

function same(string $what, mixed $expected, mixed $found): void
{
    global $failures;
    if ($expected !== $found) {
        $failures[] = "$what: " . json_encode($expected) . ' was expected, the page has ' . json_encode($found);
    }
}

/** What does not change from one look to the next. */
function steady(array $figures): array
{
    return array_diff_key($figures, array_flip(['ms', 'longestHold', 'longestHoldAt', 'takenAt', 'process']));
}

$dsn = $argv[1] ?? null;
$settings = new Settings();
$settings->trip = 0;
$settings->max = 4;
$database = $dsn === null ? new SqliteDatabase() : new PostgresDatabase($dsn, getenv('DB_USER') ?: null, null);
$pool = new ConnectionPool($database, $settings);
$latency = new Latency();
$workload = new Workload($pool, $settings, $latency);
$snapshot = new Snapshot($pool, $database, $settings, $latency, $workload);
$http = new Http('127.0.0.1:0');
$http->on('GET /snapshot', fn (Request $request): Response => Response::json($snapshot->take()));
$http->on('GET /metrics', new Metrics($snapshot));
$http->on('POST /control', new Controls($pool, $database, $settings));
$over = false;
$serving = Async\spawn($http->serve(...), function () use (&$over): bool { return $over; });
$get = fn (string $path): string => file_get_contents(rtrim($http->url(), '/') . $path);

/** The connections that the database's side sees, asked for without any code of the page's. */
function listed(?string $dsn): int
{
    if ($dsn === null) {
        $links = array_map(fn (string $link): string => (string) @readlink($link), glob('/proc/self/fd/*'));
        return count(preg_grep('~/cenote-live-' . getmypid() . '\.db(\.away)?$~', $links));
    }
    $own = new PDO($dsn, getenv('DB_USER') ?: null);
    $sessions = $own->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cenote-live-" . getmypid() . "'");
    return $sessions->fetchColumn();
}

/** A health check may begin between two looks; what is wrong stays wrong. */
function compare(string $when): void
{
    global $failures;
    $before = $failures;
    for ($tries = 3; $tries > 0; $tries--) {
        Async\delay(600); // longer than the page's pause between two looks at the database's list
        $failures = $before;
        compare_now($when);
        if ($failures === $before) {
            return;
        }
    }
}

function compare_now(string $when): void
{
    global $pool, $get, $dsn;
    $told = json_decode($get('/snapshot'), true);
    $stats = $pool->pool->stats();
    same("$when: stats()", steady($stats), steady($told['pool']));
    same("$when: slots()", array_map(steady(...), $pool->pool->slots()), array_map(steady(...), $told['slots']));
    same("$when: waiters()", array_map(steady(...), $pool->pool->waiters()), array_map(steady(...), $told['line']));
    same("$when: the database's list", listed($dsn), $told['database']['connections']);
    same("$when: as many connections as slots", $stats['total'], $told['database']['connections']);

    preg_match_all('/^(\w+)(?:\{\w+="([^"]+)"\})? (\S+)$/m', $get('/metrics'), $samples, PREG_SET_ORDER);
    foreach ($samples as [, $name, $label, $value]) {
        $metrics[$name][$label] = +$value;
    }
    $states = array_count_values(array_column($pool->pool->slots(), 'state'));
    $shown = array_filter($metrics['cenote_pool_slots']);
    ksort($states);
    ksort($shown);
    same("$when: slots in /metrics", $states, $shown);
    same("$when: all slots in /metrics", $stats['total'], array_sum($metrics['cenote_pool_slots']));
    $figures = ['limit' => 'max', 'waiting' => 'waiting', 'acquires_total' => 'acquires', 'waits_total' => 'waits', 'timeouts_total' => 'timeouts',
        'created_total' => 'created', 'destroyed_total' => 'destroyed', 'create_failures_total' => 'createFailures',
        'rejected_total' => 'rejected', 'expired_total' => 'expired'];
    foreach ($figures as $metric => $figure) {
        same("$when: $metric", $stats[$figure], $metrics["cenote_pool_$metric"]['']);
    }
    same("$when: the breaker in /metrics", 1, $metrics['cenote_pool_breaker_state'][$stats['state']]);
    same("$when: one state of the breaker", 1, array_sum($metrics['cenote_pool_breaker_state']));
}

function control(array $wanted): string
{
    global $http;
    $options = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => json_encode($wanted), 'ignore_errors' => true];
    return json_decode(file_get_contents($http->url() . 'control', context: stream_context_create(['http' => $options])), true)['said'];
}

compare('at the start');

// Four out, three in line.
$gate = new Async\FutureState();
$open = new Async\Future($gate);
for ($i = 0; $i < 7; $i++) {
    $users[] = Async\spawn(function () use ($pool, $open): void {
        $connection = $pool->pool->acquire(0);
        try {
            Async\await($open);
        } finally {
            $pool->release($connection);
        }
    });
}
compare('with a line');
same('those in line', 3, count($pool->pool->waiters()));

control(['max' => 6]);
compare('larger');
same('those in line then', 1, count($pool->pool->waiters()));

control(['max' => 2]);
$gate->complete(null);
Async\await_all_or_fail($users);
compare('smaller, and nobody there');
same('what is left', 2, count($pool->pool));

// A connection is known to the page once somebody has asked for it in the page's way.
$connection = $pool->acquire();
$slot = $connection->slot;
compare('one out');
same('what kill says', "The connection in slot $slot was killed", control(['kill' => $slot]));
try {
    $connection->work(1);
    same('work on a killed connection', 'an exception', 'none');
} catch (Exception) {
    $connection->isBroken = true;
}
$pool->release($connection);
unset($connection);
compare('one killed');
same('the killed one is gone', 1, count($pool->pool));

control(['breaker' => 'deactivate']);
compare('deactivated');
same('the state', Async\CircuitBreakerState::INACTIVE, $pool->pool->getState());
control(['breaker' => 'activate']);

same('what stop says', 'The database is stopped', control(['database' => 'stop']));
for ($i = 0; $i < 10; $i++) {
    try {
        $pool->release($pool->pool->acquire());
        same('acquire from a stopped database', 'an exception', 'none');
    } catch (Exception $e) {
    }
}
compare('stopped');
same('the state then', Async\CircuitBreakerState::INACTIVE, $pool->pool->getState());
same('what start says', 'The database runs again', control(['database' => 'start']));
control(['breaker' => 'activate']);
$pool->release($pool->acquire());
compare('started again');

foreach ([['max' => 0], ['load' => 'x'], ['kill' => 99], ['breaker' => 'x'], ['database' => 'start'], ['x' => 1]] as $wrong) {
    $before = [$settings->load, $pool->pool->stats()['max'], $pool->pool->getState()];
    control($wrong);
    same('nothing by ' . json_encode($wrong), $before, [$settings->load, $pool->pool->stats()['max'], $pool->pool->getState()]);
}

$over = true;
Async\await($serving);
$pool->close();
$database->close();
same('connections left', 0, listed($dsn));
echo $failures ? implode("\n", $failures) : 'the numbers agree', "\n";
exit($failures ? 1 : 0);
