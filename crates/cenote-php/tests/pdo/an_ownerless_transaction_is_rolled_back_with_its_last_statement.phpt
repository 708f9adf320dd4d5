--TEST--
SPEC 19.5, 18.6: a connection without owner but with an open transaction is rolled back when its last statement dies
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file);
$statement = await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    return $pdo->query('SELECT v FROM t');
}));
say('held by the statement', usage($pdo));
$statement = null;
say('afterwards', settled($pdo), $pdo->getPool()->stats()['rollbacks']);
(new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 0]))->exec("INSERT INTO t VALUES (2, 'two')");
say('the lock is free and the row gone', value($pdo, 'SELECT group_concat(id) FROM t'));
echo "done\n";
--EXPECT--
held by the statement: 0 idle, 1 active
afterwards: 1 idle, 0 active | 1
the lock is free and the row gone: 2
done
