--TEST--
SPEC 19.1, 34.20, 35.14: after each kind of call that leaves nothing behind, the connection is idle again before the call returns
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$calls = [
    'exec that writes' => fn() => $pdo->exec("INSERT INTO t (v) VALUES ('a')"),
    'exec that reads' => fn() => $pdo->exec('SELECT * FROM t'),
    'quote' => fn() => $pdo->quote("it's"),
    'setAttribute of the driver' => fn() => $pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true),
    'setAttribute of PDO' => fn() => $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_LOWER),
    'getAttribute of the driver' => fn() => $pdo->getAttribute(PDO::ATTR_SERVER_VERSION),
    'commit' => fn() => $pdo->beginTransaction() && $pdo->exec('DELETE FROM t') === 1 && $pdo->commit(),
    'rollBack' => fn() => $pdo->beginTransaction() && $pdo->rollBack(),
    'a queried statement' => fn() => $pdo->query('SELECT * FROM t')->fetchAll(),
    'a prepared statement' => fn() => $pdo->prepare('SELECT ?')->execute([1]),
    'a statement of several rows, one read' => fn() => $pdo->query('SELECT 1 UNION SELECT 2')->fetch(),
];
foreach ($calls as $name => $call) {
    $call();
    if (usage($pdo) !== '1 idle, 0 active') {
        say($name, usage($pdo));
    }
}
say('connections made', $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
connections made: 1
done
