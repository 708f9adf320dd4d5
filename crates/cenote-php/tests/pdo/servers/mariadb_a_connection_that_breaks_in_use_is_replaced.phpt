--TEST--
SPEC 22.1, 22.2, 22.3, 22.6, 34.29: a connection that breaks in use gives its error, nothing is sent again, and a transaction on it is lost until rollBack()
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
foreach ([true, false] as $emulated) {
    $pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    echo $emulated ? "emulated prepares\n" : "native prepares\n";
    try {
        $pdo->exec('KILL CONNECTION_ID()');
    } catch (PDOException $error) {
        // MariaDB says that the connection was killed, MySQL that the query was.
        echo 'killed: ', $error->errorInfo[0], "\n";
    }
    attempt(fn () => value($pdo, 'SELECT 1'));
    foreach (['exec', 'query', 'prepare'] as $method) {
        echo "in a transaction, $method\n";
        apart(function () use ($pdo, $admin, $method) {
            $pdo->beginTransaction();
            $pdo->exec("INSERT INTO t (v) VALUES ('lost')");
            end_connection($admin, number($pdo));
            attempt(fn () => $pdo->$method('SELECT 2') && $method === 'prepare' && $pdo->query('SELECT 2'));
            var_dump($pdo->inTransaction(), $pdo->getPool()->stats()['total']);
            attempt(fn () => $pdo->exec('SELECT 3'));
            attempt(fn () => $pdo->commit());
            attempt(fn () => $pdo->rollBack());
            attempt(fn () => value($pdo, 'SELECT COUNT(*) FROM t'));
        });
    }
    echo "in a transaction, by its own hand\n";
    apart(function () use ($pdo) {
        $pdo->beginTransaction();
        try {
            $pdo->exec('KILL CONNECTION_ID()');
        } catch (PDOException $error) {
            echo 'killed: ', $error->errorInfo[0], "\n";
        }
        attempt(fn () => $pdo->exec('SELECT 3'));
        attempt(fn () => $pdo->rollBack());
    });
    echo "a statement executed on a dead connection\n";
    apart(function () use ($pdo, $admin) {
        $statement = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
        end_connection($admin, number($pdo));
        attempt(fn () => $statement->execute(['once']));
        attempt(fn () => $statement->execute(['once']));
        unset($statement);
        attempt(fn () => value($pdo, "SELECT COUNT(*) FROM t WHERE v = 'once'"));
    });
    $stats = $pdo->getPool()->stats();
    echo "total $stats[total], active $stats[active], broken $stats[broken]\n";
}
echo "done\n";
?>
--EXPECT--
emulated prepares
killed: 70100
int(1)
in a transaction, exec
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, query
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, prepare
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, by its own hand
killed: 70100
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
a statement executed on a dead connection
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
int(0)
total 1, active 0, broken 6
native prepares
killed: 70100
int(1)
in a transaction, exec
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, query
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, prepare
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
bool(true)
int(0)
SQLSTATE[25000]: The transaction was lost with its connectio
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
int(0)
in a transaction, by its own hand
killed: 70100
SQLSTATE[25000]: The transaction was lost with its connectio
bool(true)
a statement executed on a dead connection
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
int(0)
total 1, active 0, broken 6
done
