--TEST--
SPEC 24.1, 20.3, 34.13, 35.4: a driver attribute set on the object reaches connections made before and after it
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(4, database(TABLE, "INSERT INTO t VALUES (1, 'one')"), [PDO::ATTR_POOL_MIN => 2]);
$code = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    suspend();
    return thrown(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'x')"))->errorInfo[1];
};
say('warm and fresh, before', together($code, $code, $code), $pdo->getPool()->count());
say('set', $pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true));
say('known, fresh and main', together($code, $code, $code, $code), $pdo->getPool()->count(), $code());
say('set back', $pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, false));
say('again', together($code, $code, $code, $code));
$early = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
say('before the first connection', $early->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true));
say('then', thrown(fn() => $early->exec("INSERT INTO t VALUES (1, 'x')"))->errorInfo[1]);
echo "done\n";
--EXPECT--
warm and fresh, before: [19,19,19] | 3
set: true
known, fresh and main: [1555,1555,1555,1555] | 4 | 1555
set back: true
again: [19,19,19,19]
before the first connection: true
then: 1555
done
