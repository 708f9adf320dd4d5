--TEST--
SPEC 27.3: a coroutine that waits for the lock of an SQLite file does not stop the one that holds it
--FILE--
<?php
use function Async\{delay, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE), [PDO::ATTR_TIMEOUT => 30]);
$order = [];
$hold = function () use ($pdo, &$order) {
    $pdo->exec('BEGIN IMMEDIATE');
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    for ($i = 0; $i < 5; $i++) {
        delay(10);
    }
    $order[] = 'commit';
    $pdo->exec('COMMIT');
};
$wait = function () use ($pdo, &$order) {
    $order[] = 'wants to write';
    $pdo->exec("INSERT INTO t VALUES (2, 'two')");
    $order[] = 'has written';
};
together($hold, $wait);
say('order', $order);
say('rows', value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
order: ["wants to write","commit","has written"]
rows: 2
done
