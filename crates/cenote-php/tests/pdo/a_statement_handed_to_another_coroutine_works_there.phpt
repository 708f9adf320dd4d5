--TEST--
SPEC 28.3, 18.6: a statement may be used in another coroutine than its maker's, one after the other
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')"));
$statement = $pdo->query('SELECT v FROM t ORDER BY id');
say('main', $statement->fetchColumn());
say('another', await(spawn(fn() => $statement->fetchColumn())));
say('main again', $statement->fetchColumn(), usage($pdo));
$made = await(spawn(fn() => $pdo->prepare('SELECT v FROM t WHERE id = ?')));
say('made by one that ended', $made->execute([2]), $made->fetchColumn());
echo "done\n";
--EXPECT--
main: one
another: two
main again: three | 0 idle, 1 active
made by one that ended: true | two
done
