--TEST--
SPEC 16.1, 18.9: the transaction methods give the results and errors of plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'commit' => fn($pdo) => [$pdo->beginTransaction(), $pdo->inTransaction(), $pdo->exec('DELETE FROM t'), $pdo->commit(),
        $pdo->inTransaction(), value($pdo, 'SELECT count(*) FROM t')],
    'rollback' => fn($pdo) => [$pdo->beginTransaction(), $pdo->exec('DELETE FROM t'), $pdo->rollBack(), $pdo->inTransaction(),
        value($pdo, 'SELECT count(*) FROM t')],
    'begin twice' => fn($pdo) => [$pdo->beginTransaction(), thrown(fn() => $pdo->beginTransaction())->getMessage(), $pdo->inTransaction()],
    'commit without' => fn($pdo) => $pdo->commit(),
    'rollback without' => fn($pdo) => $pdo->rollBack(),
    'in transaction without' => fn($pdo) => $pdo->inTransaction(),
    'commit twice' => fn($pdo) => [$pdo->beginTransaction(), $pdo->commit(), $pdo->commit()],
    'failed statement inside' => fn($pdo) => [$pdo->beginTransaction(), $pdo->exec("INSERT INTO t VALUES (4, 'four')"),
        thrown(fn() => $pdo->exec("INSERT INTO t VALUES (4, 'four')"))->getMessage(), $pdo->inTransaction(), $pdo->commit(),
        value($pdo, 'SELECT count(*) FROM t')],
    'open statement at commit' => function ($pdo) {
        $pdo->beginTransaction();
        $statement = $pdo->query('SELECT id FROM t ORDER BY id');
        $first = $statement->fetchColumn();
        return [$first, $pdo->commit(), $statement->fetchAll(PDO::FETCH_COLUMN)];
    },
]);
echo "done\n";
--EXPECT--
compared
done
