--TEST--
SPEC 11.1, 11.6, 16.5, 16.6: getPool()->resize() changes how many connections there may be, and ATTR_POOL_MAX tells it
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$pool = $pdo->getPool();
$statement = $pdo->prepare('SELECT 1');
$other = Async\spawn(function () use ($pdo): int {
    $statement = $pdo->query('SELECT 2');
    Async\suspend();
    return $statement->fetchColumn();
});
Async\suspend();
say('waiting', $pool->stats()['waiting']);
$pool->resize(2);
say('other', Async\await($other), $pdo->getAttribute(PDO::ATTR_POOL_MAX), count($pool));
$pool->resize(1);
say('smaller', count($pool), $pool->activeCount(), $pdo->getAttribute(PDO::ATTR_POOL_MAX));
$statement->execute();
say('the rest works on', $statement->fetchColumn());
echo "done\n";
--EXPECT--
waiting: 1
other: 2 | 2 | 2
smaller: 1 | 1 | 1
the rest works on: 1
done
