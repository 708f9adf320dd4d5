--TEST--
SPEC 16.1: pooled objects and their statements are real PDO and PDOStatement: typed functions take them, foreach yields rows, subclasses hold
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

class Rows extends PDOStatement
{
}
function count_rows(PDO $pdo, PDOStatement $statement): int
{
    $rows = 0;
    foreach ($statement as $row) {
        $rows += count($row) > 0;
    }
    return $rows;
}
on_each_server(function (Server $server) {
    $pdo = $server->pool(1, [PDO::ATTR_STATEMENT_CLASS => [Rows::class]]);
    $query = 'SELECT 1 AS a UNION SELECT 2 UNION SELECT 3';
    say('rows', await(spawn(fn () => count_rows($pdo, $pdo->query($query)))));
    say('prepared', await(spawn(function () use ($pdo, $query) {
        $statement = $pdo->prepare($query);
        $statement->execute();
        return [get_class($statement), count_rows($pdo, $statement)];
    })));
    say('classes', get_class($pdo), usage($pdo));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
rows: 3
prepared: ["Rows",3]
classes: PDO | 1 idle, 0 active
done
