--TEST--
SPEC 25.8: each prepare is a hit, a miss or uncacheable; SQLite's PRAGMA and EXPLAIN, which have their answer when they are compiled, are compiled each time
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$counts = fn(PDO $pdo) => array_map(fn($name) => $pdo->getPool()->stats()[$name], ['cacheHits', 'cacheMisses', 'uncacheable']);
$three_times = function (PDO $pdo, string $text, array $options = []) use ($counts) {
    $before = $counts($pdo);
    for ($i = 0; $i < 3; $i++) {
        $statement = $pdo->prepare($text, $options);
        $statement->execute();
        $rows = count($statement->fetchAll());
        unset($statement);
    }
    say($text, $rows > 0, ...array_map(fn($now, $then) => $now - $then, $counts($pdo), $before));
};
$pdo = pool(1, database(TABLE), [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8]);
foreach (['SELECT 1', 'VALUES (1)', 'WITH x AS (SELECT 1) SELECT * FROM x', "SELECT * FROM pragma_table_info('t')"] as $text) {
    $three_times($pdo, $text);
}
foreach (['PRAGMA table_info(t)', 'EXPLAIN SELECT 1', 'EXPLAIN QUERY PLAN SELECT * FROM t', 'CREATE TABLE IF NOT EXISTS u (n)'] as $text) {
    $three_times($pdo, $text);
}
$three_times($pdo, 'SELECT 2', [PDO::ATTR_EMULATE_PREPARES => false]);
$before = $counts($pdo);
thrown(fn() => $pdo->prepare('PRAGMA table_info('));
say('cannot be compiled', ...array_map(fn($now, $then) => $now - $then, $counts($pdo), $before));
$columns = fn() => count($pdo->query('PRAGMA table_info(t)')->fetchAll());
say('a PRAGMA sees a change', $columns(), $pdo->exec('ALTER TABLE t ADD COLUMN w'), $columns());
$off = pool(1, database(TABLE));
$three_times($off, 'SELECT 1');
echo "done\n";
--EXPECT--
SELECT 1: true | 2 | 1 | 0
VALUES (1): true | 2 | 1 | 0
WITH x AS (SELECT 1) SELECT * FROM x: true | 2 | 1 | 0
SELECT * FROM pragma_table_info('t'): true | 2 | 1 | 0
PRAGMA table_info(t): true | 0 | 0 | 3
EXPLAIN SELECT 1: true | 0 | 0 | 3
EXPLAIN QUERY PLAN SELECT * FROM t: true | 0 | 0 | 3
CREATE TABLE IF NOT EXISTS u (n): false | 0 | 0 | 3
SELECT 2: true | 0 | 0 | 3
cannot be compiled: 0 | 0 | 1
a PRAGMA sees a change: 2 | 0 | 3
SELECT 1: true | 0 | 0 | 0
done
