--TEST--
SPEC 30.2: a coroutine that is cancelled in the middle of a large result gets its cancellation at once, with the client's exception as previous
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn (): bool => true);
// 10 000 rows of 20 kB, one every 5 ms
$postgres = "SELECT repeat('x', 20000), pg_sleep(0.005) FROM generate_series(1, 10000)";
$mariadb = "SELECT REPEAT('x', 20000), SLEEP(0.005) FROM mysql.seq_1_to_10000";
$pdo_mysql = fn (bool $buffered): PDO => new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root',
    options: [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
$mysqli = fn (): mysqli => new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
$fetches = [
    'pdo_pgsql' => fn () => (new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';')))->query($postgres)->fetchAll(),
    'pdo_pgsql, TLS' => fn () => (new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES_TCP'), ' ', ';')))->query($postgres)->fetchAll(),
    'pgsql' => fn () => pg_query(pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW), $postgres),
    'pdo_mysql, buffered' => fn () => $pdo_mysql(true)->query($mariadb)->fetchAll(),
    'pdo_mysql, unbuffered' => function () use ($pdo_mysql, $mariadb): void {
        foreach ($pdo_mysql(false)->query($mariadb) as $row) {
        }
    },
    'mysqli, buffered' => fn () => $mysqli()->query($mariadb)->fetch_all(),
    'mysqli, unbuffered' => function () use ($mysqli, $mariadb): void {
        $connection = $mysqli();
        $result = $connection->query($mariadb, MYSQLI_USE_RESULT);
        while ($result->fetch_row()) {
        }
    },
];
foreach ($fetches as $client => $fetch) {
    $task = spawn(function () use ($fetch): void {
        $fetch();
        echo "reached the next statement\n";
    });
    delay(150);
    $waited = !$task->isCompleted();
    $begin = hrtime(true);
    $task->cancel();
    try {
        await($task);
        echo "$client: went on\n";
    } catch (Throwable $error) {
        $previous = $error->getPrevious();
        echo "$client: ", $waited ? '' : 'did not wait, ', $error::class, ', previous: ', $previous ? $previous::class : 'none',
            hrtime(true) - $begin < 2e9 ? "\n" : ", late\n";
    }
}
echo "done\n";
?>
--EXPECT--
pdo_pgsql: Async\AsyncCancellation, previous: PDOException
pdo_pgsql, TLS: Async\AsyncCancellation, previous: PDOException
pgsql: Async\AsyncCancellation, previous: none
pdo_mysql, buffered: Async\AsyncCancellation, previous: PDOException
pdo_mysql, unbuffered: Async\AsyncCancellation, previous: PDOException
mysqli, buffered: Async\AsyncCancellation, previous: mysqli_sql_exception
mysqli, unbuffered: Async\AsyncCancellation, previous: mysqli_sql_exception
done
