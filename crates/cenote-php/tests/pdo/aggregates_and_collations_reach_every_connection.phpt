--TEST--
SPEC 26.2: sqliteCreateAggregate and sqliteCreateCollation on the object reach every connection
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database(TABLE, "INSERT INTO t VALUES (1, 'b'), (2, 'C'), (3, 'a')"), [PDO::ATTR_POOL_MIN => 1]);
say('aggregate', $pdo->sqliteCreateAggregate('joined', fn($context, $row, $v) => $context . $v, fn($context) => "<$context>", 1));
say('collation', $pdo->sqliteCreateCollation('reverse', fn($a, $b) => -strcmp($a, $b)));
$use = function () use ($pdo) {
    $statement = $pdo->query('SELECT v FROM t ORDER BY v COLLATE reverse');
    suspend();
    return implode($statement->fetchAll(PDO::FETCH_COLUMN)) . value($pdo, 'SELECT joined(v) FROM (SELECT v FROM t ORDER BY id)');
};
say('used', together($use, $use, $use), $pdo->getPool()->count());
echo "done\n";
--EXPECT--
aggregate: true
collation: true
used: ["baC<bCa>","baC<bCa>","baC<bCa>"] | 3
done
