--TEST--
SPEC 21.10: with ATTR_POOL_RESET 'never' nothing is classified, cleaned or pinned for session state, and transactions are rolled back all the same
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), [PDO::ATTR_POOL_RESET => 'never'] + NAMED);
$name = name_of($pdo);
await(spawn(function () use ($pdo) {
    $pdo->exec('CREATE TEMP TABLE x AS SELECT 5 AS n');
    say('not held', usage($pdo));
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
}));
say('kept', value($pdo, 'SELECT n FROM x'), name_of($pdo) === $name, $pdo->getPool()->stats()['resets']);
say('rolled back', value($pdo, 'SELECT count(*) FROM t'), $pdo->inTransaction());
echo "done\n";
--EXPECT--
not held: 1 idle, 0 active
kept: 5 | true | 0
rolled back: 0 | false
done
