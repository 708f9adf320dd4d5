--TEST--
SPEC 28.1, 28.3: a plain object is in use while one of its statements is closed on the server: a second coroutine is refused, sends nothing and disturbs nobody
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

// MariaDB does not answer when a statement is closed. libpq 17 closes it by a message of its own, older ones by a text; both name it.
on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->plain($proxy);
    $statement = $pdo->prepare('SELECT 5');
    $statement->execute();
    $proxy->stall_at('pdo_stmt_');
    $first = spawn(function () use (&$statement, $pdo) {
        $statement = null;
        return (int) value($pdo, 'SELECT 6');
    });
    until(fn () => $proxy->done() === 1);
    $second = await(spawn(fn () => throws(fn () => $pdo->query('SELECT 1234567')->fetchAll())));
    say('the second', preg_match('/^PDOException.*ATTR_POOL_ENABLED/', $second) ? 'refused' : $second, 'sent', $proxy->seen('1234567'));
    $proxy->pass();
    say('the first', await($first), 'later', (int) value($pdo, 'SELECT 7'));
}, Server::PostgreSql);
echo "done\n";
?>
--EXPECT--
PostgreSql
the second: refused | sent | 0
the first: 6 | later | 7
done
