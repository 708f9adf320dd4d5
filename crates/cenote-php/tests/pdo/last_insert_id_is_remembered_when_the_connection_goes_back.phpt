--TEST--
SPEC 23.4: lastInsertId() works inside a transaction or statement, after a lone exec(), and after a destroyed statement
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$pdo->exec("INSERT INTO t VALUES (41, 'lone')");
say('lone exec', $pdo->lastInsertId(), usage($pdo));
$pdo->prepare('INSERT INTO t (v) VALUES (?)')->execute(['prepared']);
say('destroyed statement', $pdo->lastInsertId(), usage($pdo));
$statement = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
$statement->execute(['kept']);
say('live statement', $pdo->lastInsertId(), usage($pdo));
unset($statement);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t (v) VALUES ('inside')");
say('inside a transaction', $pdo->lastInsertId());
$pdo->commit();
say('after commit', $pdo->lastInsertId(), usage($pdo));
value($pdo, 'SELECT count(*) FROM t');
say('after a read', $pdo->lastInsertId(), $pdo->lastInsertId('ignored'));
echo "done\n";
--EXPECT--
lone exec: 41 | 1 idle, 0 active
destroyed statement: 42 | 1 idle, 0 active
live statement: 43 | 0 idle, 1 active
inside a transaction: 44
after commit: 44 | 1 idle, 0 active
after a read: 44 | 44
done
