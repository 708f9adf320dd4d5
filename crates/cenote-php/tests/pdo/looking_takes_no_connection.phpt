--TEST--
SPEC 18.8, 34.14, 35.5: errorCode, errorInfo, inTransaction and lastInsertId never take a connection
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(2, $file);
say('values', $pdo->errorCode(), $pdo->errorInfo(), $pdo->inTransaction(), $pdo->lastInsertId());
say('fresh', usage($pdo), opened($file), $pdo->getPool()->stats()['acquires']);
value($pdo, 'SELECT 1');
$before = $pdo->getPool()->stats()['acquires'];
[$pdo->errorCode(), $pdo->errorInfo(), $pdo->inTransaction(), $pdo->lastInsertId()];
say('with an idle connection', usage($pdo), $pdo->getPool()->stats()['acquires'] - $before);
echo "done\n";
--EXPECT--
values: 00000 | ["00000",null,null] | false | 0
fresh: 0 idle, 0 active | 0 | 0
with an idle connection: 1 idle, 0 active | 0
done
