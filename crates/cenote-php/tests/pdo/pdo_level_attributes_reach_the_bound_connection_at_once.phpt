--TEST--
SPEC 24.2, 24.1: a PDO-level attribute set while a connection is bound holds from the next call on, as on plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'error mode inside a transaction' => fn($pdo) => [$pdo->beginTransaction(), $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT),
        $pdo->exec('nonsense'), $pdo->errorCode(), $pdo->rollBack()],
    'error mode with a live statement' => function ($pdo) {
        $statement = $pdo->prepare('INSERT INTO t VALUES (?, ?)');
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
        return [$statement->execute([1, 'x']), $statement->errorCode()];
    },
    'fetch mode with a live statement' => function ($pdo) {
        $old = $pdo->query('SELECT 1 AS a');
        $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
        return [$old->fetch(), $pdo->query('SELECT 1 AS a')->fetch()];
    },
    'case inside a transaction' => function ($pdo) {
        $pdo->beginTransaction();
        $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
        return $pdo->query('SELECT 1 AS a')->fetch(PDO::FETCH_ASSOC);
    },
    'statement class inside a transaction' => function ($pdo) {
        $pdo->beginTransaction();
        $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [(new class extends PDOStatement {
        })::class]);
        return $pdo->query('SELECT 1') instanceof PDOStatement && $pdo->getAttribute(PDO::ATTR_STATEMENT_CLASS)[0] !== 'PDOStatement';
    },
]);
echo "done\n";
--EXPECT--
compared
done
