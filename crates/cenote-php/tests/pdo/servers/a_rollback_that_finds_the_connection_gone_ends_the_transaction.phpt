--TEST--
SPEC 22.3, 34.29: where rollBack() itself is the first to find the transaction's connection gone, nothing is left of the transaction and the coroutine works on
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $pdo = $server->pool(1);
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO $table VALUES (1)");
    $server->end($admin, $server->id($pdo));
    say('the first rollBack()', attempt(fn () => @$pdo->rollBack()));
    say('in a transaction', $pdo->inTransaction());
    say('the second rollBack()', throws(fn () => $pdo->rollBack()));
    say('goes on', attempt(fn () => (int) value($pdo, "SELECT count(*) FROM $table")));
    say('the next transaction', attempt(fn () => $pdo->beginTransaction()), $pdo->inTransaction(), attempt(fn () => $pdo->commit()));
    say('usage', usage($pdo), $pdo->getPool()->stats()['broken']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the first rollBack(): PDOException
in a transaction: false
the second rollBack(): PDOException: There is no active transaction
goes on: 0
the next transaction: true | true | true
usage: 1 idle, 0 active | 1
done
