--TEST--
SPEC 21.6: within the coroutine that made it, session state holds from call to call, while another coroutine waits until the end
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
value($pdo, 'SELECT 1');
$a = spawn(function () use ($pdo) {
    $pdo->exec('CREATE TEMP TABLE cart (n)');
    suspend();
    $pdo->exec('INSERT INTO cart VALUES (4), (5)');
    suspend();
    say('a', value($pdo, 'SELECT sum(n) FROM cart'), $pdo->getPool()->stats()['waiting']);
    $pdo->exec('DROP TABLE cart');
});
$b = spawn(fn() => say('b', throws(fn() => $pdo->query('SELECT * FROM cart'))));
await($a);
await($b);
echo "done\n";
--EXPECT--
a: 9 | 1
b: PDOException: SQLSTATE[HY000]: General error: 1 no such table: cart
done
