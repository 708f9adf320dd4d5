--TEST--
SPEC 22.6, 22.3: a COMMIT or INSERT whose answer is lost has happened once; its user gets an exception, and the transaction counts as lost until rollBack()
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $rows = fn () => value($admin, "SELECT count(*) FROM $table");
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [], $proxy);

    await(spawn(function () use ($pdo, $table, $proxy, $rows) {
        $proxy->cut_answer_to('INSERT');
        say('an INSERT by itself', attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (1)")));
        say('rows', $rows(), 'sent', $proxy->seen('INSERT'), 'cut', $proxy->done());
        $proxy->pass();
        say('the next call', attempt(fn () => value($pdo, 'SELECT 1')));
    }));

    await(spawn(function () use ($pdo, $table, $proxy, $rows) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (2)");
        $proxy->cut_answer_to('COMMIT');
        say('commit()', attempt(fn () => $pdo->commit()));
        say('rows', $rows(), 'sent', $proxy->seen('COMMIT'), 'cut', $proxy->done());
        $proxy->pass();
        say('in a transaction', $pdo->inTransaction());
        say('commit() again', attempt(fn () => $pdo->commit()));
        $e = thrown(fn () => $pdo->exec("INSERT INTO $table VALUES (3)"));
        say('what it says', $e->getCode(), str_contains($e->getMessage(), 'unless its COMMIT had been sent and the answer was lost'));
        say('rollBack()', attempt(fn () => $pdo->rollBack()), $pdo->inTransaction());
        say('the next call', attempt(fn () => value($pdo, 'SELECT 1')));
    }));
    say('rows', $rows(), 'sent', $proxy->seen('INSERT'), $proxy->seen('COMMIT'), 'connects', $proxy->connects());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
an INSERT by itself: PDOException
rows: 1 | sent | 1 | cut | 1
the next call: 1
commit(): PDOException
rows: 2 | sent | 1 | cut | 2
in a transaction: true
commit() again: PDOException 25000
what it says: 25000 | true
rollBack(): true | false
the next call: 1
rows: 2 | sent | 2 | 1 | connects | 3
done
