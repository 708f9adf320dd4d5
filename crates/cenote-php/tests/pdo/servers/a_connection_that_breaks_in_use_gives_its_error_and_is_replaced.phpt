--TEST--
SPEC 22.2, 22.3, 34.29: a connection that breaks in use gives its error, is destroyed, and a transaction on it is lost until rollBack()
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$admin = new PDO($dsn);
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);

function attempt(callable $call) {
    try {
        var_dump($call());
    } catch (PDOException $error) {
        echo strtok($error->getMessage(), "\n"), "\n";
    }
}

echo "no transaction\n";
attempt(fn () => $pdo->query('SELECT pg_terminate_backend(pg_backend_pid())'));
attempt(fn () => $pdo->query('SELECT 1')->fetchColumn());

foreach (['exec', 'query'] as $method) {
    echo "in a transaction, $method\n";
    await(spawn(function () use ($pdo, $admin, $method) {
        $pdo->beginTransaction();
        $admin->query('SELECT pg_terminate_backend(' . $pdo->pgsqlGetPid() . ', 5000)');
        attempt(fn () => $pdo->$method('SELECT 2'));
        var_dump($pdo->inTransaction(), $pdo->getPool()->stats()['total']);
        attempt(fn () => $pdo->$method('SELECT 3'));
        attempt(fn () => $pdo->commit());
        attempt(fn () => $pdo->rollBack());
        attempt(fn () => $pdo->query('SELECT 4')->fetchColumn());
    }));
}
echo "done\n";
?>
--EXPECT--
no transaction
SQLSTATE[HY000]: General error: 7 FATAL:  terminating connection due to administrator command
int(1)
in a transaction, exec
SQLSTATE[HY000]: General error: 7 FATAL:  terminating connection due to administrator command
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connection. It was not committed, unless its COMMIT had been sent and the answer was lost: look into the database if so. Call rollBack() to go on
SQLSTATE[25000]: The transaction was lost with its connection. It was not committed, unless its COMMIT had been sent and the answer was lost: look into the database if so. Call rollBack() to go on
bool(true)
int(4)
in a transaction, query
SQLSTATE[HY000]: General error: 7 FATAL:  terminating connection due to administrator command
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connection. It was not committed, unless its COMMIT had been sent and the answer was lost: look into the database if so. Call rollBack() to go on
SQLSTATE[25000]: The transaction was lost with its connection. It was not committed, unless its COMMIT had been sent and the answer was lost: look into the database if so. Call rollBack() to go on
bool(true)
int(4)
done
