--TEST--
SPEC 24.1, 35.4: attributes belong to the object, not to the coroutine that sets them
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
$code = fn() => thrown(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'x')"))->errorInfo[1];
say('before', $code());
await(spawn(fn() => $pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true)));
await(spawn(fn() => $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM)));
say('in main', $code(), $pdo->query('SELECT 5')->fetch());
say('in another', await(spawn($code)), $pdo->getAttribute(PDO::ATTR_DEFAULT_FETCH_MODE) === PDO::FETCH_NUM);
echo "done\n";
--EXPECT--
before: 19
in main: 1555 | [5]
in another: 1555 | true
done
