--TEST--
SPEC 16.1: results, fetch modes, bound values and columns are those of plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Row
{
    public $id;
    public $v;

    public function __construct(public string $extra = 'default')
    {
    }
}
$all = 'SELECT id, v FROM t ORDER BY id';
same_as_plain([
    'both' => fn($pdo) => $pdo->query($all)->fetchAll(),
    'assoc' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_ASSOC),
    'column' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_COLUMN, 1),
    'pair' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_KEY_PAIR),
    'group' => fn($pdo) => $pdo->query('SELECT v IS NULL, id FROM t')->fetchAll(PDO::FETCH_GROUP | PDO::FETCH_COLUMN),
    'unique' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_UNIQUE),
    'named' => fn($pdo) => $pdo->query('SELECT 1 AS a, 2 AS a')->fetchAll(PDO::FETCH_NAMED),
    'function' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_FUNC, fn($id, $v) => "$id=$v"),
    'class' => fn($pdo) => $pdo->query($all)->fetchAll(PDO::FETCH_CLASS, 'Row', ['given']),
    'class with late properties' => fn($pdo) => $pdo->query($all, PDO::FETCH_CLASS | PDO::FETCH_PROPS_LATE, 'Row')->fetch(),
    'into' => function ($pdo) use ($all) {
        $statement = $pdo->prepare($all);
        $statement->setFetchMode(PDO::FETCH_INTO, new Row());
        $statement->execute();
        return $statement->fetch();
    },
    'lazy' => function ($pdo) use ($all) {
        $row = $pdo->query($all)->fetch(PDO::FETCH_LAZY);
        return [$row->v, $row['id'], isset($row->none)];
    },
    'fetchObject' => fn($pdo) => $pdo->query($all)->fetchObject('Row', ['x']),
    'generator of rows' => fn($pdo) => iterator_to_array($pdo->query($all, PDO::FETCH_NUM)),
    'default mode' => function ($pdo) use ($all) {
        $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_OBJ);
        return $pdo->query($all)->fetch();
    },
    'bound by position and name' => function ($pdo) {
        $statement = $pdo->prepare('SELECT :a AS a, :b AS b');
        $a = 1;
        $statement->bindParam(':a', $a, PDO::PARAM_INT);
        $statement->bindValue('b', null, PDO::PARAM_NULL);
        $a = 5;
        return [$statement->execute(), $statement->fetch(), $statement->execute(['a' => 'x', 'b' => 'y']), $statement->fetch()];
    },
    'bound columns' => function ($pdo) use ($all) {
        $statement = $pdo->query($all);
        $statement->bindColumn(1, $id, PDO::PARAM_STR);
        $statement->bindColumn('v', $v);
        $statement->fetch(PDO::FETCH_BOUND);
        return [$id, $v];
    },
    'large object' => function ($pdo) {
        $statement = $pdo->prepare('SELECT ? AS blob');
        $stream = fopen('php://memory', 'w+');
        fwrite($stream, "a\0b");
        rewind($stream);
        $statement->bindValue(1, $stream, PDO::PARAM_LOB);
        $statement->execute();
        return $statement->fetchColumn();
    },
    'what a statement knows' => function ($pdo) use ($all) {
        $statement = $pdo->query($all);
        return [$statement->columnCount(), $statement->rowCount(), $statement->getColumnMeta(1), $statement->errorInfo(),
            $statement->getColumnMeta(9), $statement->nextRowset(), $statement->closeCursor(), $statement->fetch()];
    },
    'debugDumpParams' => function ($pdo) {
        $statement = $pdo->prepare('SELECT :x');
        $statement->bindValue(':x', 1);
        $statement->debugDumpParams();
    },
    'clone of a statement' => fn($pdo) => clone $pdo->query('SELECT 1'),
    'serialised statement' => fn($pdo) => serialize($pdo->query('SELECT 1')),
    'dumped statement' => fn($pdo) => $pdo->query('SELECT 1'),
    'case and nulls' => function ($pdo) {
        $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
        $pdo->setAttribute(PDO::ATTR_ORACLE_NULLS, PDO::NULL_TO_STRING);
        return $pdo->query("SELECT NULL AS a, '' AS b")->fetch(PDO::FETCH_ASSOC);
    },
    'quote' => fn($pdo) => [$pdo->quote("it's"), $pdo->quote(''), $pdo->quote('5', PDO::PARAM_INT)],
]);
echo "done\n";
--EXPECT--
compared
done
