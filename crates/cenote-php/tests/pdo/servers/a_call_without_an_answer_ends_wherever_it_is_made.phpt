--TEST--
SPEC 22.9: ATTR_POOL_QUERY_TIMEOUT holds in a destructor, after a fork, over TLS, in COPY and large objects; errorInfo says HYT00
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
extension_loaded('pcntl') or exit('skip needs the extension pcntl');
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

const LIMIT = [PDO::ATTR_POOL_QUERY_TIMEOUT => 0.3];

/** What a call ended with, and whether it took about as long as it may. */
function ends(callable $call): string
{
    $start = microtime(true);
    $e = thrown($call);
    $took = microtime(true) - $start;
    return get_class($e) . ' ' . $e->getCode() . ' ' . ($took >= 0.29 && $took < 4 ? 'in time' : round($took, 2));
}
on_each_server(function (Server $server) {
    $sleep = $server->sleep(5);
    $pdo = $server->pool(1, LIMIT);
    $states = function (PDO $pdo) use ($sleep) {
        $thrown = thrown(fn () => $pdo->exec($sleep));
        $same = $thrown->errorInfo === $pdo->errorInfo();
        $ways = [[$pdo->errorCode(), $pdo->errorInfo()[0], $same]];
        thrown(fn () => $pdo->query($sleep));
        $ways[] = [$pdo->errorCode(), $pdo->errorInfo()[0]];
        $statement = $pdo->prepare($sleep);
        thrown(fn () => $statement->execute());
        $ways[] = [$statement->errorCode(), $statement->errorInfo()[0]];
        $statement = null;
        $pdo->exec('SELECT 1');
        $ways[] = $pdo->errorCode();
        return $ways;
    };
    say('errorInfo', await(spawn(fn () => $states($pdo))));
    say('in the main flow', $states($pdo));
    say('in a transaction', await(spawn(function () use ($pdo, $sleep) {
        $pdo->beginTransaction();
        thrown(fn () => $pdo->exec($sleep));
        $state = $pdo->errorInfo()[0];
        $pdo->rollBack();
        return $state;
    })));
    $destroyed = function () use ($pdo, $sleep) {
        $told = new class {
            public string $how = 'not called';
        };
        $object = new class($pdo, $sleep, $told) {
            public function __construct(private PDO $pdo, private string $sleep, private object $told)
            {
            }

            public function __destruct()
            {
                $this->told->how = ends(fn () => $this->pdo->exec($this->sleep));
            }
        };
        unset($object);
        return $told->how;
    };
    say('in a destructor', await(spawn($destroyed)), $destroyed());
    say('then', (int) value($pdo, 'SELECT 1'));
    // The limit of a call that the parent is in is not the child's.
    $waiting = spawn(fn () => ends(fn () => $pdo->exec($sleep)));
    Async\suspend();
    $dsn = $server->dsn();
    $pid = pcntl_fork();
    if ($pid === 0) {
        ob_end_clean();
        $own = new PDO($dsn, $server->user(), null, [PDO::ATTR_POOL_ENABLED => true] + LIMIT);
        $how = ends(fn () => $own->exec($sleep));
        $next = (int) value($own, 'SELECT 1');
        exit($how === 'PDOException HYT00 in time' && $next === 1 ? 0 : 1);
    }
    say('in the parent', await($waiting));
    pcntl_waitpid($pid, $status);
    say('in a child', pcntl_wexitstatus($status));
    $tls = $server === Server::PostgreSql
        ? new PDO('pgsql:' . getenv('CENOTE_POSTGRES_TCP'), options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1] + LIMIT)
        : new PDO('mysql:' . getenv('CENOTE_MARIADB_TCP'), 'root', null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
            PDO::MYSQL_ATTR_SSL_CA => getenv('CENOTE_MARIADB_CA')] + LIMIT);
    $encrypted = $server === Server::PostgreSql ? 'SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
        : "SELECT VARIABLE_VALUE <> '' FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'";
    say('over TLS', (int) value($tls, $encrypted), await(spawn(fn () => ends(fn () => $tls->query($sleep)))), ends(fn () => $tls->query($sleep)),
        (int) value($tls, 'SELECT 1'));
    // The answer begins and does not go on.
    $rows = $server === Server::PostgreSql ? "SELECT repeat('x', 1000) FROM generate_series(1, 3000) UNION ALL SELECT pg_sleep(5)::text"
        : "SELECT REPEAT('x', 1000) FROM seq_1_to_3000 UNION ALL SELECT SLEEP(5)";
    say('amid rows', await(spawn(fn () => ends(fn () => $pdo->query($rows)->fetchAll()))));
    $proxy = $server->proxy();
    $far = $server->pool(1, LIMIT, $proxy);
    $silent = function (callable $before, callable $call) use ($far, $proxy) {
        return await(spawn(function () use ($far, $proxy, $before, $call) {
            $before($far);
            $proxy->stall();
            $how = ends(fn () => $call($far));
            $proxy->cut();
            $proxy->pass();
            if ($far->inTransaction()) {
                $far->rollBack();
            }
            return $how . ' ' . (int) value($far, 'SELECT 1');
        }));
    };
    foreach ([
        'begin' => [fn () => null, fn (PDO $far) => $far->beginTransaction()],
        'commit' => [fn (PDO $far) => $far->beginTransaction(), fn (PDO $far) => $far->commit()],
        'rollback' => [fn (PDO $far) => $far->beginTransaction(), fn (PDO $far) => $far->rollBack()],
    ] as $way => [$before, $call]) {
        value($far, 'SELECT 1');
        say($way, $silent($before, $call));
    }
    if ($server === Server::PostgreSql) {
        $table = $server->table($server->plain(), 'n int, t text');
        $lines = array_map(fn ($n) => "$n\tsome text", range(1, 10));
        $far->exec("INSERT INTO $table SELECT n, 'x' FROM generate_series(1, 10) n");
        foreach ([
            'pgsqlCopyFromArray' => [fn () => null, fn (PDO $far) => $far->pgsqlCopyFromArray($table, $lines)],
            'pgsqlCopyToArray' => [fn () => null, fn (PDO $far) => $far->pgsqlCopyToArray($table)],
            'pgsqlLOBCreate' => [fn (PDO $far) => $far->beginTransaction(), fn (PDO $far) => $far->pgsqlLOBCreate()],
            'pgsqlLOBOpen' => [function (PDO $far) use (&$oid) {
                $far->beginTransaction();
                $oid = $far->pgsqlLOBCreate();
            }, function (PDO $far) use (&$oid) { return $far->pgsqlLOBOpen($oid, 'w'); }],
            'pgsqlLOBUnlink' => [function (PDO $far) use (&$oid) {
                $far->beginTransaction();
                $oid = $far->pgsqlLOBCreate();
            }, function (PDO $far) use (&$oid) { return $far->pgsqlLOBUnlink($oid); }],
        ] as $way => [$before, $call]) {
            value($far, 'SELECT 1');
            say($way, $silent($before, $call));
        }
        say('rows', (int) value($far, "SELECT count(*) FROM $table"));
    }
});
echo "done\n";
?>
--EXPECT--
== PostgreSql
errorInfo: [["HYT00","HYT00",true],["HYT00","HYT00"],["HYT00","HYT00"],"00000"]
in the main flow: [["HYT00","HYT00",true],["HYT00","HYT00"],["HYT00","HYT00"],"00000"]
in a transaction: HYT00
in a destructor: PDOException HYT00 in time | PDOException HYT00 in time
then: 1
in the parent: PDOException HYT00 in time
in a child: 0
over TLS: 1 | PDOException HYT00 in time | PDOException HYT00 in time | 1
amid rows: PDOException HYT00 in time
begin: PDOException HYT00 in time 1
commit: PDOException HYT00 in time 1
rollback: PDOException HYT00 in time 1
pgsqlCopyFromArray: PDOException HYT00 in time 1
pgsqlCopyToArray: PDOException HYT00 in time 1
pgsqlLOBCreate: PDOException HYT00 in time 1
pgsqlLOBOpen: PDOException HYT00 in time 1
pgsqlLOBUnlink: PDOException HYT00 in time 1
rows: 10
== MariaDb
errorInfo: [["HYT00","HYT00",true],["HYT00","HYT00"],["HYT00","HYT00"],"00000"]
in the main flow: [["HYT00","HYT00",true],["HYT00","HYT00"],["HYT00","HYT00"],"00000"]
in a transaction: HYT00
in a destructor: PDOException HYT00 in time | PDOException HYT00 in time
then: 1
in the parent: PDOException HYT00 in time
in a child: 0
over TLS: 1 | PDOException HYT00 in time | PDOException HYT00 in time | 1
amid rows: PDOException HYT00 in time
begin: PDOException HYT00 in time 1
commit: PDOException HYT00 in time 1
rollback: PDOException HYT00 in time 1
done
