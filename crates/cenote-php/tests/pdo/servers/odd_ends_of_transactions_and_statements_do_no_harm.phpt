--TEST--
SPEC 18.6, 19.4, 19.5, 19.6, 29.1, 34.10: an object dropped in a transaction, a statement that outlives it, a cancelled transaction: all goes back once
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $fresh = fn () => $server->pool(2);

    $pdo = $fresh();
    await(spawn(function () use (&$pdo, $table) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (1)");
        $pdo = null;
    }));
    say('dropped in a transaction', (int) value($admin, "SELECT count(*) FROM $table"));

    $pdo = $fresh();
    $pool = $pdo->getPool();
    $statement = await(spawn(fn () => $pdo->query('SELECT 1 AS a UNION SELECT 2')));
    $pdo = null;
    say('a statement alone', attempt(fn () => count($statement->fetchAll())));
    $statement = null;
    say('its pool', $pool->isClosed(), count($pool));

    $pdo = $fresh();
    [$statement, $other] = await(spawn(function () use ($pdo, $table) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (2)");
        return [$pdo->query('SELECT 1'), $pdo->query("SELECT count(*) FROM $table")];
    }));
    say('ownerless', usage($pdo), (int) $other->fetchColumn());
    $statement = null;
    say('one is gone', usage($pdo));
    await(spawn(function () use (&$other) {
        $other->closeCursor();
        $other = null;
    }));
    until(fn () => $pdo->getPool()->activeCount() === 0); // rolled back in the background
    say('both are gone', usage($pdo), (int) value($admin, "SELECT count(*) FROM $table"));

    $cancelled = spawn(function () use ($pdo, $server, $table) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (3)");
        $pdo->query($server->sleep(2));
    });
    delay(50);
    $cancelled->cancel();
    try {
        await($cancelled);
    } catch (Async\AsyncCancellation) {
        say('cancelled', settled($pdo), (int) value($admin, "SELECT count(*) FROM $table"));
    }
    // PostgreSQL notices that its client has gone when the query is over.
    until(fn () => $server->open_transactions($admin) === 0);
    say('open on the server', $server->open_transactions($admin), 'the pool serves', (int) value($pdo, 'SELECT 1'));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
dropped in a transaction: 0
a statement alone: 2
its pool: true | 0
ownerless: 0 idle, 1 active | 1
one is gone: 0 idle, 1 active
both are gone: 1 idle, 0 active | 0
cancelled: 0 idle, 0 active | 0
open on the server: 0 | the pool serves | 1
done
