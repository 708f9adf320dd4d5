--TEST--
SPEC 16.2: ATTR_POOL_INIT runs on each new connection, and its failure is a failed connect
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database('CREATE TABLE made (n)');
$pdo = pool(2, $file, [PDO::ATTR_POOL_INIT => 'INSERT INTO made VALUES (1); PRAGMA foreign_keys = 1']);
say('before use', committed($file, 'SELECT count(*) FROM made'));
say('first', value($pdo, 'SELECT count(*) FROM made'), value($pdo, 'PRAGMA foreign_keys'));
$statement = $pdo->query('SELECT 1');
Async\await(Async\spawn(fn() => say('second', value($pdo, 'SELECT count(*) FROM made'), value($pdo, 'PRAGMA foreign_keys'))));
$bad = pool(2, $file, [PDO::ATTR_POOL_INIT => 'INSERT INTO nowhere VALUES (1)']);
$e = thrown(fn() => $bad->query('SELECT 1'));
say('failing', get_class($e), str_contains($e->getMessage(), 'no such table: nowhere'), usage($bad));
echo "done\n";
--EXPECT--
before use: 0
first: 1 | 1
second: 2 | 1
failing: PDOException | true | 0 idle, 0 active
done
