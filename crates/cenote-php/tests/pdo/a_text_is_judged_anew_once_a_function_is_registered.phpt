--TEST--
SPEC 19.1, 26.2: a text whose function nobody knew holds no connection once the function is registered
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
$run = function () use ($pdo) {
    try {
        $value = value($pdo, 'SELECT twice(21)');
    } catch (PDOException) {
        $value = 'no such function';
    }
    say($value, 'connections out', $pdo->getPool()->activeCount());
};
await(spawn($run));
$pdo->sqliteCreateFunction('twice', fn (int $n) => 2 * $n, 1);
await(spawn($run));
echo "done\n";
?>
--EXPECT--
no such function: connections out | 0
42: connections out | 0
done
