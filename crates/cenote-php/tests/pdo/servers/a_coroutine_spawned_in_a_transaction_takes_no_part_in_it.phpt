--TEST--
SPEC 18.10: what a child inserts is committed on its own connection, and stays when the parent rolls back
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $table = $server->table($server->plain(), 'v int');
    $pdo = $server->pool(2);
    await(spawn(function () use ($server, $pdo, $table) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (1)");
        $own = $server->id($pdo);
        $child = await(spawn(function () use ($server, $pdo, $table) {
            $pdo->exec("INSERT INTO $table VALUES (2)");
            return [$pdo->inTransaction(), $server->id($pdo), (int) value($pdo, "SELECT count(*) FROM $table")];
        }));
        say('the child', $child[0], $child[1] !== $own, 'sees rows', $child[2]);
        $pdo->rollBack();
    }));
    say('rows', (int) value($pdo, "SELECT max(v) FROM $table"), (int) value($pdo, "SELECT count(*) FROM $table"));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the child: false | true | sees rows | 1
rows: 2 | 1
done
