--TEST--
SPEC 19.5, 18.6: a transaction begun by a statement whose coroutine has ended is nobody's, and is rolled back when the last statement dies
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file);
[$begin, $insert] = await(spawn(fn () => [
    $pdo->prepare('BEGIN IMMEDIATE'),
    $pdo->prepare("INSERT INTO t VALUES (1, 'one')"),
]));
$begin->execute();
$insert->execute();
$begin = null;
say('held by the statement', usage($pdo), $pdo->getPool()->stats()['rollbacks']);
$insert = null;
say('afterwards', settled($pdo), $pdo->getPool()->stats()['rollbacks']);
(new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 0]))->exec("INSERT INTO t VALUES (2, 'two')");
say('the lock is free and the row gone', value($pdo, 'SELECT group_concat(id) FROM t'));
echo "done\n";
--EXPECT--
held by the statement: 0 idle, 1 active | 0
afterwards: 1 idle, 0 active | 1
the lock is free and the row gone: 2
done
