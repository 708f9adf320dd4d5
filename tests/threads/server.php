<?php
// SPEC 51.1, 51.2: money is moved between the accounts of this place, on a server, in coroutines over a pool, while place 0 has the server end
// connections of all. What a connection was doing is lost or done, never half of it, and no row of another place is seen.
//   host … server.php FOLDER        beside scripts/servers/run.sh
declare(strict_types=1);

use function Async\{await_all_or_fail, delay, spawn};

[, $place, $request] = $argv;
const ACCOUNTS = 6;
$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$table = "cenote_threads_$place";
$wrong = [];
$killed = 0;

/** Does it again if the server has ended the connection, or is being started again itself. */
function until_done(callable $work): mixed
{
    for ($end = microtime(true) + 30;;) {
        try {
            return $work();
        } catch (PDOException $error) {
            if (microtime(true) > $end) {
                throw $error;
            }
            delay(10);
        }
    }
}

$pdo = until_done(fn () => new PDO($dsn, options: [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_PERSISTENT => $request % 2 === 1,
]));
until_done(function () use ($pdo, $table, $place) {
    $pdo->exec("SET client_min_messages = warning; CREATE TABLE IF NOT EXISTS $table (account INTEGER PRIMARY KEY, place INTEGER, money INTEGER)");
    $pdo->exec("INSERT INTO $table SELECT n, $place, 100 FROM generate_series(1, " . ACCOUNTS . ') n ON CONFLICT DO NOTHING');
});

$tasks = [];
foreach (range(1, 8) as $number) {
    $tasks[] = spawn(function () use ($pdo, $table, &$wrong, &$killed) {
        foreach (range(1, 4) as $ignored) {
            [$from, $to] = array_rand(array_flip(range(1, ACCOUNTS)), 2);
            $amount = random_int(1, 9);
            try {
                $pdo->beginTransaction();
                $statement = $pdo->prepare("UPDATE $table SET money = money + ? WHERE account = ?");
                // In the order of the accounts, so that nobody waits for each other.
                foreach ($from < $to ? [[-$amount, $from], [$amount, $to]] : [[$amount, $to], [-$amount, $from]] as $change) {
                    $statement->execute($change);
                    delay(random_int(0, 1));
                }
                $statement = null;
                $pdo->commit();
            } catch (PDOException) {
                $killed++;
                $statement = null;
                try {
                    $pdo->rollBack();
                } catch (PDOException) {
                }
            }
        }
    });
}
if ($place === '0') {
    $tasks[] = spawn(function () use ($dsn) {
        $plain = until_done(fn () => new PDO($dsn));
        foreach (range(1, 3) as $ignored) {
            delay(random_int(1, 6));
            try {
                $plain->query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = \'client backend\' ORDER BY random() LIMIT 2')->fetchAll();
            } catch (PDOException) {
                return; // it is killed itself
            }
        }
    });
}
await_all_or_fail($tasks);
$rows = until_done(fn () => $pdo->query("SELECT place, money FROM $table")->fetchAll(PDO::FETCH_NUM));
if (count($rows) !== ACCOUNTS || array_sum(array_column($rows, 1)) !== 100 * ACCOUNTS) {
    $wrong[] = 'accounts: ' . json_encode($rows);
}
if (array_unique(array_column($rows, 0)) !== [(int) $place]) {
    $wrong[] = 'rows of others';
}
echo $wrong === [] ? 'ok' : implode("\n", $wrong);
