--TEST--
SPEC 18.10, 35.18: a coroutine spawned inside a transaction has its own binding
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
$pdo->beginTransaction();
value($pdo, 'SELECT count(*) FROM t');
await(spawn(function () use ($pdo) {
    say('child', $pdo->inTransaction());
    $pdo->exec("INSERT INTO t VALUES (2, 'of the child')");
}));
say('parent does not see it', value($pdo, 'SELECT count(*) FROM t'));
$pdo->rollBack();
say('and does not roll it back', value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
child: false
parent does not see it: 1
and does not roll it back: 2
done
