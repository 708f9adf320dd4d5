--TEST--
SPEC 21.5, 21.7, 34.17, 35.2: what a coroutine changed in its session is gone for the next one on that connection, which has been reopened
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE, 'CREATE TABLE child (p REFERENCES t (id))'), NAMED);
$name = name_of($pdo);
$changes = [
    'pragma' => ['PRAGMA foreign_keys = 1', fn() => (int) value($pdo, 'PRAGMA foreign_keys')],
    'like' => ['PRAGMA case_sensitive_like = 1', fn() => value($pdo, "SELECT 'a' LIKE 'A'")],
    'attached database' => ["ATTACH ':memory:' AS other", fn() => $pdo->query('PRAGMA database_list')->fetchAll(PDO::FETCH_COLUMN, 1)],
    'temporary table' => ['CREATE TEMP TABLE x AS SELECT 5', fn() => throws(fn() => $pdo->query('SELECT * FROM x'))],
    'temporary view' => ['CREATE TEMP VIEW y AS SELECT 5', fn() => throws(fn() => $pdo->query('SELECT * FROM y'))],
    'temporary trigger' => [
        'CREATE TEMP TRIGGER z BEFORE DELETE ON child BEGIN SELECT RAISE(ABORT, \'trigger\'); END',
        fn() => $pdo->exec('INSERT INTO child VALUES (NULL)') + $pdo->exec('DELETE FROM child'),
    ],
];
foreach ($changes as $what => [$change, $look]) {
    await(spawn(function () use ($pdo, $change) {
        $pdo->exec($change);
        $pdo->beginTransaction();
    }));
    say($what, await(spawn($look)));
}
say('another connection', name_of($pdo) !== $name, $pdo->getPool()->count(), $pdo->getPool()->stats()['resets'] >= 6);
echo "done\n";
--EXPECT--
pragma: 0
like: 1
attached database: ["main","temp"]
temporary table: PDOException: SQLSTATE[HY000]: General error: 1 no such table: x
temporary view: PDOException: SQLSTATE[HY000]: General error: 1 no such table: y
temporary trigger: 2
another connection: true | 1 | true
done
