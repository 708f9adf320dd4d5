--TEST--
SPEC 18.2, 18.3, 34.32, 35.1: many coroutines in a mix of commits, rollbacks, failures and early ends lose no row, no place and no connection
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(5, database(TABLE, 'CREATE TABLE log (n INTEGER)'), [PDO::ATTR_TIMEOUT => 60, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0]);
$order = fn(int $n) => function () use ($pdo, $n) {
    $pdo->exec('BEGIN IMMEDIATE');
    $statement = $pdo->prepare('INSERT INTO log VALUES (?)');
    $statement->execute([$n]);
    suspend();
    switch ($n % 4) {
        case 0:
            $pdo->exec('COMMIT');
            return 1;
        case 1:
            $pdo->exec('ROLLBACK');
            return 0;
        case 2:
            thrown(fn() => $pdo->exec('DELETE FROM nowhere'));
            return 0;
        default:
            $statement = null;
            $pdo->exec('COMMIT');
            return value($pdo, "SELECT count(*) FROM log WHERE n = $n");
    }
};
$results = together(...array_map($order, range(0, 199)));
say('committed', array_sum($results), value($pdo, 'SELECT count(*) FROM log'));
say('distinct', value($pdo, 'SELECT count(DISTINCT n) FROM log WHERE n % 4 IN (0, 3)'));
$stats = $pdo->getPool()->stats();
say('accounts', $stats['created'] - $stats['destroyed'] === $pdo->getPool()->count(), $stats['rollbacks'], $stats['waiting'], usage($pdo));
echo "done\n";
--EXPECT--
committed: 100 | 100
distinct: 100
accounts: true | 50 | 0 | 5 idle, 0 active
done
