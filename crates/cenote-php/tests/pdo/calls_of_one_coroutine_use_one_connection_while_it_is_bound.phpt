--TEST--
SPEC 18.1: while bound, every call of a coroutine works on the same connection
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database(TABLE), NAMED);
$work = function () use ($pdo) {
    $pdo->beginTransaction();
    $names = [name_of($pdo)];
    suspend();
    $statement = $pdo->prepare('SELECT name FROM me');
    $statement->execute();
    $names[] = $statement->fetchColumn();
    suspend();
    unset($statement);
    $names[] = name_of($pdo);
    $pdo->rollBack();
    return count(array_unique($names));
};
say('connections per coroutine', together($work, $work, $work));
say('made', $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
connections per coroutine: [1,1,1]
made: 3
done
