--TEST--
SPEC 23.4, 35.17: lastInsertId() gives the coroutine's own id, also when others inserted on the same connection since and it has used the connection again
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
$insert = fn(int $id) => function () use ($pdo, $id) {
    $pdo->exec("INSERT INTO t VALUES ($id, 'v$id')");
    $seen = [$pdo->lastInsertId()];
    suspend();
    $seen[] = $pdo->lastInsertId();
    value($pdo, 'SELECT 1');
    suspend();
    $seen[] = $pdo->lastInsertId();
    return $seen;
};
foreach (together($insert(10), $insert(20), $insert(30)) as $i => $seen) {
    say("coroutine $i", $seen);
}
await(spawn(function () use ($pdo) {
    value($pdo, 'SELECT 1');
    say('one that only read', $pdo->lastInsertId());
}));
echo "done\n";
--EXPECT--
coroutine 0: ["10","10","10"]
coroutine 1: ["20","20","20"]
coroutine 2: ["30","30","30"]
one that only read: 0
done
