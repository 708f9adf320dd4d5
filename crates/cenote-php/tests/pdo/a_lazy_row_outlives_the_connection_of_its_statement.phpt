--TEST--
SPEC 18.7, 34.10: a lazy row, an iterator and bound columns of a statement that the end of the main flow has closed do no harm
--FILE--
<?php
use function Async\{spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"));
$statement = $pdo->prepare('SELECT id, v FROM t WHERE id >= ?');
$statement->bindValue(1, 1);
$statement->bindColumn('v', $v);
$statement->execute();
$row = $statement->fetch(PDO::FETCH_LAZY);
$iterator = $pdo->query('SELECT v FROM t')->getIterator();
say('before', $row->v, $iterator->current()['v']);
spawn(function () use ($pdo) {
    say('row', $GLOBALS['row']->v, isset($GLOBALS['row']->id));
    say('iterator', get_class(thrown(fn() => $GLOBALS['iterator']->next())));
    say('what needs no connection', $GLOBALS['statement']->queryString, $GLOBALS['statement']->columnCount());
    unset($GLOBALS['row'], $GLOBALS['iterator'], $GLOBALS['statement'], $GLOBALS['v']);
    say('usage', value($pdo, 'SELECT 3'), usage($pdo));
    echo "done\n";
});
--EXPECT--
before: one | one
row: null | false
iterator: PDOException
what needs no connection: SELECT id, v FROM t WHERE id >= ? | 2
usage: 3 | 1 idle, 0 active
done
