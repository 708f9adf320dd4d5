--TEST--
SPEC 18.7, 30.5: when the main script ends its transaction is rolled back and its connection returned, and statements left in globals become inert
--FILE--
<?php
use function Async\{spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(1, $file);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t VALUES (1, 'uncommitted')");
$kept = $pdo->query('SELECT v FROM t');
spawn(function () use ($pdo) {
    say('rows', value($pdo, 'SELECT count(*) FROM t'));
    say('in transaction', $pdo->inTransaction());
    say('fetch of the kept statement is refused', thrown(fn() => $GLOBALS['kept']->fetch()) instanceof PDOException);
    say('execute of it is refused', thrown(fn() => $GLOBALS['kept']->execute()) instanceof PDOException);
    unset($GLOBALS['kept']);
    $pdo->exec("INSERT INTO t VALUES (2, 'committed')");
    say('usage', usage($pdo));
    echo "done\n";
});
suspend();
say('main ends', usage($pdo), $pdo->getPool()->stats()['waiting']);
--EXPECT--
main ends: 0 idle, 1 active | 1
rows: 0
in transaction: false
fetch of the kept statement is refused: true
execute of it is refused: true
usage: 1 idle, 0 active
done
