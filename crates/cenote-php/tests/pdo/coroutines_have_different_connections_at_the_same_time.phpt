--TEST--
SPEC 18.2, 35.13: coroutines that work at the same time have a connection, a transaction and results each
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
$pdo = pool(4, $file, NAMED);
$read = function () use ($pdo) {
    $pdo->beginTransaction();
    $name = name_of($pdo);
    suspend();
    $inside = $pdo->inTransaction();
    $pdo->commit();
    return [$name, $inside];
};
$results = together($read, $read, $read, $read);
say('connections', count(array_unique(array_column($results, 0))));
say('each in its transaction', array_column($results, 1));
$write = function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("UPDATE t SET v = 'changed'");
    suspend();
    $seen = value($pdo, 'SELECT v FROM t');
    $pdo->rollBack();
    return $seen;
};
$look = function () use ($pdo) {
    suspend();
    return value($pdo, 'SELECT v FROM t');
};
say('writer and readers', together($write, $look, $look));
echo "done\n";
--EXPECT--
connections: 4
each in its transaction: [true,true,true,true]
writer and readers: ["changed","one","one"]
done
