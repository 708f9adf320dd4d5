--TEST--
SPEC 21.10, 21.7: with ATTR_POOL_RESET 'always' every give-back cleans the connection
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), [PDO::ATTR_POOL_RESET => 'always'] + NAMED);
$names = [];
for ($i = 0; $i < 3; $i++) {
    $names[] = await(spawn(fn() => name_of($pdo)));
    settled($pdo);
}
say('connections', count(array_unique($names)), $pdo->getPool()->count(), $pdo->getPool()->stats()['resets'] >= 3);
await(spawn(fn() => $pdo->exec('BEGIN') + $pdo->exec("INSERT INTO t VALUES (1, 'one')")));
settled($pdo);
say('rolled back', value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
connections: 3 | 1 | true
rolled back: 0
done
