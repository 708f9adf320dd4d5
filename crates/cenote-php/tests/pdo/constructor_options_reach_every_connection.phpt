--TEST--
SPEC 16.9, 34.12, 35.3: every option of the constructor, the driver's own included, holds on each connection
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
$pdo = pool(3, $file, [
    PDO::SQLITE_ATTR_OPEN_FLAGS => PDO::SQLITE_OPEN_READONLY,
    PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES => true,
    PDO::ATTR_STRINGIFY_FETCHES => true,
    PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM,
    PDO::ATTR_CASE => PDO::CASE_UPPER,
]);
$look = function () use ($pdo) {
    $statement = $pdo->query('SELECT id, v FROM t');
    suspend();
    $error = thrown(fn() => $pdo->exec("INSERT INTO t VALUES (2, 'two')"));
    return json_encode([$statement->fetch(), $statement->getColumnMeta(0)['name'], $error->errorInfo]);
};
say('connections that differ', count(array_unique(together($look, $look, $look))) - 1);
say('each', $look());
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
connections that differ: 0
each: [["1","one"],"ID",["HY000",8,"attempt to write a readonly database"]]
usage: 3 idle, 0 active
done
