--TEST--
SPEC 18.8, 24.2: looking and PDO-level attributes answer at once while all connections are taken
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$pdo->beginTransaction();
await(spawn(function () use ($pdo) {
    say('state', $pdo->inTransaction(), $pdo->errorCode(), $pdo->errorInfo(), $pdo->lastInsertId());
    say('attributes', $pdo->getAttribute(PDO::ATTR_ERRMODE), $pdo->getAttribute(PDO::ATTR_DRIVER_NAME), $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_LOWER));
}));
say('usage', usage($pdo), $pdo->getPool()->stats()['waits']);
echo "done\n";
--EXPECT--
state: false | 00000 | ["00000",null,null] | 0
attributes: 2 | sqlite | true
usage: 0 idle, 1 active | 0
done
