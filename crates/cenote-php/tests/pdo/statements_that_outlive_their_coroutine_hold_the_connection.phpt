--TEST--
SPEC 18.6, 19.2: statements that outlive their coroutine keep its connection until the last of them dies
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"));
[$a, $b] = await(spawn(function () use ($pdo) {
    $a = $pdo->query('SELECT v FROM t ORDER BY id');
    $b = $pdo->prepare('SELECT v FROM t WHERE id = ?');
    return [$a, $b];
}));
say('after the end', usage($pdo));
say('the statements still work', $a->fetchAll(PDO::FETCH_COLUMN), $b->execute([2]), $b->fetchColumn());
$a = null;
say('one gone', usage($pdo));
$b = null;
say('both gone', usage($pdo));
echo "done\n";
--EXPECT--
after the end: 0 idle, 1 active
the statements still work: ["one","two"] | true | two
one gone: 0 idle, 1 active
both gone: 1 idle, 0 active
done
