--TEST--
SPEC 19.5, 19.9: the transaction of a coroutine is rolled back at its end, before its awaiters wake, though statements live on; these go on in autocommit
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $rows = fn () => $admin->query("SELECT v FROM $table ORDER BY v")->fetchAll(PDO::FETCH_COLUMN);
    $idle = function (PDO $pdo): string {
        until(fn () => $pdo->getPool()->activeCount() === 0);
        return usage($pdo);
    };
    $rollbacks = fn (PDO $pdo) => $pdo->getPool()->stats()['rollbacks'];

    $pdo = $server->pool(2);
    $insert = await(spawn(function () use ($pdo, $table) {
        $pdo->beginTransaction();
        $insert = $pdo->prepare("INSERT INTO $table VALUES (?)");
        $insert->execute([1]);
        return $insert;
    }));
    say('awaited', $server->open_transactions($admin), $rows(), usage($pdo), $rollbacks($pdo));
    say('executed later', $insert->execute([2]), $rows());
    await(spawn(function () use ($insert, $pdo) {
        $pdo->beginTransaction();
        $insert->execute([3]);
        $pdo->rollBack(); // of another connection
    }));
    say('in the middle of another transaction', $rows());
    $insert = null;
    say('its last statement', $idle($pdo), $rows(), $rollbacks($pdo));

    // Cancelled, and with an exception.
    $insert = null;
    $failing = spawn(function () use ($pdo, $table, &$insert) {
        $pdo->beginTransaction();
        ($insert = $pdo->prepare("INSERT INTO $table VALUES (?)"))->execute([4]);
        throw new LogicException('failed');
    });
    say('failed', attempt(function () use ($failing) {
        try {
            await($failing);
        } catch (LogicException $e) {
            return $e->getMessage();
        }
    }), $server->open_transactions($admin), $insert->execute([5]), $rows());

    // SPEC 19.5: one that such a statement begins is nobody's.
    [$begin, $insert] = await(spawn(fn () => [
        $pdo->prepare($server === Server::PostgreSql ? 'BEGIN' : 'START TRANSACTION'),
        $pdo->prepare("INSERT INTO $table VALUES (6)"),
    ]));
    say('begun by an orphan', $begin->execute(), $insert->execute());
    $begin = null;
    say('one lives', $server->open_transactions($admin), $rows(), $rollbacks($pdo));
    $insert = null;
    $settled = $idle($pdo);
    say('none lives', $settled, $server->open_transactions($admin), $rows(), $rollbacks($pdo));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
awaited: 0 | [] | 0 idle, 1 active | 1
executed later: true | [2]
in the middle of another transaction: [2,3]
its last statement: 2 idle, 0 active | [2,3] | 1
failed: "failed" | 0 | true | [2,3,5]
begun by an orphan: true | true
one lives: 1 | [2,3,5] | 2
none lives: 2 idle, 0 active | 0 | [2,3,5] | 3
done
