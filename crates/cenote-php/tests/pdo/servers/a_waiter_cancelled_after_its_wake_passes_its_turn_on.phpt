--TEST--
SPEC 6.6, 34.2: a waiter that was granted a connection and is cancelled before it runs hands it to the next one
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn, suspend};

on_each_server(function (Server $server) {
    $pdo = $server->pool(1);
    $pdo->beginTransaction();
    $first = spawn(fn () => value($pdo, 'SELECT 1'));
    $second = spawn(fn () => (int) value($pdo, 'SELECT 2'));
    suspend();
    suspend();
    say('waiting', $pdo->getPool()->stats()['waiting']);
    $pdo->commit(); // grants it to the first
    $first->cancel();
    try {
        await($first);
    } catch (Async\AsyncCancellation) {
        say('the first', 'cancelled');
    }
    say('the second', await($second), usage($pdo), 'made', $pdo->getPool()->stats()['created']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
waiting: 2
the first: cancelled
the second: 2 | 1 idle, 0 active | made | 1
done
