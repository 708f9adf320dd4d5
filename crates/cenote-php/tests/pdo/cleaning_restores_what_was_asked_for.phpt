--TEST--
SPEC 21.8, 26.4, 34.12: a cleaned connection has the options, attributes, init text and functions that the constructor and later calls asked for
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
$pdo = pool(1, $file, [
    PDO::ATTR_POOL_INIT => 'PRAGMA foreign_keys = 1',
    PDO::ATTR_STRINGIFY_FETCHES => true,
    PDO::SQLITE_ATTR_OPEN_FLAGS => PDO::SQLITE_OPEN_READONLY,
]);
value($pdo, 'SELECT 1');
$pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true);
$pdo->sqliteCreateFunction('twice', fn($n) => 2 * $n);
$look = fn() => [
    $pdo->query('PRAGMA foreign_keys')->fetch(PDO::FETCH_NUM),
    thrown(fn() => $pdo->exec('DELETE FROM t'))->errorInfo,
    value($pdo, 'SELECT twice(21)'),
];
$before = await(spawn($look));
await(spawn(fn() => $pdo->exec('PRAGMA foreign_keys = 0; CREATE TEMP TABLE x (n)')));
$after = await(spawn($look));
say('before', $before);
say('after', $after === $before);
say('cleaned', $pdo->getPool()->stats()['resets'] >= 1);
echo "done\n";
--EXPECT--
before: [["1"],["HY000",8,"attempt to write a readonly database"],"42"]
after: true
cleaned: true
done
