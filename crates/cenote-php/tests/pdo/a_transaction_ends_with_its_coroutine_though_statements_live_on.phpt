--TEST--
SPEC 19.9, 18.6: SQLite: the transaction is rolled back at the coroutine's end, before its awaiters wake; statements that live on work in autocommit
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')");
$pdo = pool(2, $file);
[$half_read, $insert] = await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $half_read = $pdo->query('SELECT id FROM t ORDER BY id');
    $half_read->fetchColumn();
    $insert = $pdo->prepare('INSERT INTO t VALUES (?, ?)');
    $insert->execute([3, 'three']);
    return [$half_read, $insert];
}));
$plain = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 0]);
say('awaited', usage($pdo), $pdo->getPool()->stats()['rollbacks'], $plain->exec("INSERT INTO t VALUES (4, 'four')"));
say('a read goes on', $half_read->fetchColumn(), $half_read->fetchColumn());
say('a change is made at once', $insert->execute([5, 'five']), value($plain, 'SELECT group_concat(id) FROM t'));
$half_read = $insert = null;
say('given back', settled($pdo), $pdo->getPool()->stats()['rollbacks'], value($plain, 'SELECT group_concat(id) FROM t'));
echo "done\n";
--EXPECT--
awaited: 0 idle, 1 active | 1 | 1
a read goes on: 2 | false
a change is made at once: true | 1,2,4,5
given back: 1 idle, 0 active | 1 | 1,2,4,5
done
