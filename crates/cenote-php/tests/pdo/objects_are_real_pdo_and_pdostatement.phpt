--TEST--
SPEC 16.1, 35.27: the objects are genuine PDO and PDOStatement, for type declarations and foreach
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"));
function typed(PDO $pdo): PDOStatement
{
    return $pdo->prepare('SELECT id, v FROM t WHERE id >= ? ORDER BY id');
}
$statement = typed($pdo);
say('classes', get_class($pdo), get_class($statement));
$statement->execute([1]);
foreach ($statement as $key => $row) {
    say('row', $key, $row['v']);
}
say('text of the statement', $statement->queryString);
echo "done\n";
--EXPECT--
classes: PDO | PDOStatement
row: 0 | one
row: 1 | two
text of the statement: SELECT id, v FROM t WHERE id >= ? ORDER BY id
done
