--TEST--
SPEC 17.4: later use takes the warm connections first, and makes new ones only beyond them
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(5, database(), [PDO::ATTR_POOL_MIN => 2] + NAMED);
$hold = function () use ($pdo) {
    $statement = $pdo->query('SELECT name FROM me');
    suspend();
    suspend();
    return $statement->fetchColumn();
};
$names = together($hold, $hold);
say('two at once', count(array_unique($names)), $pdo->getPool()->stats()['created']);
$names = together($hold, $hold, $hold, $hold);
say('four at once', count(array_unique($names)), $pdo->getPool()->stats()['created'], usage($pdo));
echo "done\n";
--EXPECT--
two at once: 2 | 2
four at once: 4 | 4 | 4 idle, 0 active
done
