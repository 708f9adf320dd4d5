--TEST--
SPEC 19.3, 18.9, 34.16: a transaction begun by beginTransaction() and ended by a text, or by the database itself, no longer pins
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
$pdo->beginTransaction();
$pdo->exec('COMMIT');
say('ended by a text', usage($pdo), $pdo->inTransaction());
say('the next one starts', $pdo->beginTransaction(), usage($pdo));
$e = thrown(fn() => $pdo->exec("INSERT OR ROLLBACK INTO t VALUES (1, 'again')"));
say('ended by the database', $e->errorInfo[1], usage($pdo), $pdo->inTransaction());
say('the next one starts', $pdo->beginTransaction(), $pdo->rollBack(), usage($pdo));
echo "done\n";
--EXPECT--
ended by a text: 1 idle, 0 active | false
the next one starts: true | 0 idle, 1 active
ended by the database: 19 | 1 idle, 0 active | false
the next one starts: true | true | 1 idle, 0 active
done
