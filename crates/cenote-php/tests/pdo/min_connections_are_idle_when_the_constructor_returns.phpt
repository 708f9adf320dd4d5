--TEST--
SPEC 17.3: MIN n gives n idle working connections
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(5, $file, [PDO::ATTR_POOL_MIN => 3]);
say('constructed', usage($pdo), opened($file));
$work = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    suspend();
    return $statement->fetchColumn();
};
say('they work', together($work, $work, $work), $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
constructed: 3 idle, 0 active | 3
they work: [1,1,1] | 3
done
