--TEST--
SPEC 21.7, 26.7: a shared memory database with one connection keeps its content when that connection is cleaned
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, 'file:cenote_cleaned?mode=memory&cache=shared');
$pdo->exec(TABLE);
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
await(spawn(fn() => $pdo->exec('CREATE TEMP TABLE x (n)')));
say('content', value($pdo, 'SELECT count(*) FROM t'));
say('session', throws(fn() => $pdo->query('SELECT * FROM x')));
echo "done\n";
--EXPECT--
content: 1
session: PDOException: SQLSTATE[HY000]: General error: 1 no such table: x
done
