--TEST--
SPEC 26.2, 26.4: sqliteCreateFunction on the object reaches warm, bound and future connections
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(4, database(), [PDO::ATTR_POOL_MIN => 2]);
say('registered', $pdo->sqliteCreateFunction('twice', fn($n) => 2 * $n, 1));
$use = fn(int $n) => function () use ($pdo, $n) {
    $statement = $pdo->query("SELECT twice($n)");
    suspend();
    return $statement->fetchColumn();
};
say('warm and fresh', together($use(1), $use(2), $use(3)), $pdo->getPool()->count());
$bound = $pdo->query('SELECT 1');
say('registered later', $pdo->sqliteCreateFunction('thrice', fn($n) => 3 * $n));
say('bound, at once', value($pdo, 'SELECT thrice(5)'));
$bound = null;
$use = fn(int $n) => function () use ($pdo, $n) {
    $statement = $pdo->query("SELECT thrice($n) + twice(0)");
    suspend();
    return $statement->fetchColumn();
};
say('others, at hand-out', together($use(1), $use(2), $use(3), $use(4)));
echo "done\n";
--EXPECT--
registered: true
warm and fresh: [2,4,6] | 3
registered later: true
bound, at once: 15
others, at hand-out: [3,6,9,12]
done
