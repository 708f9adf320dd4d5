--TEST--
SPEC 30.13, 27.3: a query of the main flow that waits for the lock of a file lets the coroutine that holds it go on, from the first spawn on
--FILE--
<?php
use function Async\{delay, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE), [PDO::ATTR_TIMEOUT => 30]);
$order = [];
spawn(function () use ($pdo, &$order) {
    $pdo->exec('BEGIN IMMEDIATE');
    $order[] = 'locked';
    delay(20);
    $order[] = 'commit';
    $pdo->exec('COMMIT');
});
Async\suspend();
$order[] = 'main wants to write';
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
$order[] = 'main has written';
say('order', $order);
echo "done\n";
--EXPECT--
order: ["locked","main wants to write","commit","main has written"]
done
