--TEST--
SPEC 25.4, 25.7, 21.8: behind PgBouncer in transaction mode 24 coroutines on more connections than the server has get their own rows, with emulated and with nameless prepares; nothing is closed by SQL, in an aborted transaction neither, and nothing is left on the server
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; getenv('CENOTE_PGBOUNCER') || die('skip needs scripts/servers/run.sh with pgbouncer'); ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn, suspend};

preg_match('/host=(\S+) port=(\S+)/', getenv('CENOTE_PGBOUNCER'), $found);
$proxy = new FaultyProxy("unix://$found[1]/.s.PGSQL.$found[2]");
$admin = Server::PostgreSql->plain();
$table = Server::PostgreSql->table($admin, 'i int, n int');
$dsn = "pgsql:host=127.0.0.1 port=$proxy->port user=cenote dbname=transaction sslmode=disable";
foreach (['emulated' => PDO::ATTR_EMULATE_PREPARES, 'nameless' => PDO::PGSQL_ATTR_DISABLE_PREPARES] as $name => $way) {
    $pdo = new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 8, PDO::ATTR_POOL_STMT_CACHE_SIZE => 16, $way => true]);
    $servers = [];
    $work = function (int $i) use ($pdo, $table, &$servers) {
        $wrong = 0;
        for ($n = 0; $n < 6; $n++) {
            $statement = $pdo->prepare('SELECT ?::int AS i, pg_backend_pid()');
            $statement->execute([$i]);
            [$mine, $server] = $statement->fetch(PDO::FETCH_NUM);
            $servers[$server] = true;
            $wrong += (int) ($mine !== $i);
            $statement = null;
            suspend();

            $pdo->beginTransaction();
            $statement = $pdo->prepare("INSERT INTO $table VALUES (?, ?)");
            $statement->execute([$i, $n]);
            if ($n % 2 === 1) {
                $state = attempt(fn () => $pdo->exec('SELECT 1 / 0'));
                $statement = null; // freed in the aborted transaction
                $wrong += (int) ($state !== 'PDOException' || !$pdo->inTransaction());
                $pdo->rollBack();
            } else {
                suspend();
                $statement = null;
                $pdo->commit();
            }
        }
        return $wrong;
    };
    say($name, 'wrong', array_sum(together(...array_map(fn ($i) => fn () => $work($i), range(1, 24)))));
    $stats = $pdo->getPool()->stats();
    say('committed', (int) value($admin, "SELECT count(*) FROM $table"), 'rolled back', (int) value($admin, "SELECT count(*) FROM $table WHERE n % 2 = 1"));
    say('connections', $stats['created'] > 3 && $stats['created'] <= 8, 'of the server', count($servers) <= 3, 'broken', $stats['broken']);
    say('kept statements', $stats['cacheHits']);
    // In one transaction each, so that PgBouncer has to use all its connections.
    $left = together(...array_fill(0, 3, function () use ($pdo) {
        $pdo->beginTransaction();
        $count = (int) value($pdo, 'SELECT count(*) FROM pg_prepared_statements, pg_sleep(0.05)');
        $pdo->commit();
        return $count;
    }));
    say('left on the server', array_sum($left), 'closed by SQL', $proxy->seen('DEALLOCATE'));
    $admin->exec("DELETE FROM $table");
    $pdo = null;
}
echo "done\n";
?>
--EXPECT--
emulated: wrong | 0
committed: 72 | rolled back | 0
connections: true | of the server | true | broken | 0
kept statements: 0
left on the server: 0 | closed by SQL | 0
nameless: wrong | 0
committed: 72 | rolled back | 0
connections: true | of the server | true | broken | 0
kept statements: 0
left on the server: 0 | closed by SQL | 0
done
