--TEST--
SPEC 18.9: with nothing bound inTransaction() is false, and commit() and rollBack() throw without taking a connection
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$pdo->beginTransaction();
await(spawn(function () use ($pdo) {
    say('in transaction', $pdo->inTransaction());
    say('commit', throws(fn() => $pdo->commit()));
    say('rollBack', throws(fn() => $pdo->rollBack()));
}));
say('the transaction of main', $pdo->inTransaction(), $pdo->rollBack());
echo "done\n";
--EXPECT--
in transaction: false
commit: PDOException: There is no active transaction
rollBack: PDOException: There is no active transaction
the transaction of main: true | true
done
