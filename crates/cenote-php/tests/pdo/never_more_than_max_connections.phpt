--TEST--
SPEC 18.3: at most MAX connections exist; coroutines beyond that wait and are all served
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(3, $file);
$most = 0;
$work = function () use ($pdo, $file, &$most) {
    $statement = $pdo->query('SELECT 1');
    for ($i = 0; $i < 3; $i++) {
        $most = max($most, $pdo->getPool()->count(), $pdo->getPool()->activeCount(), opened($file));
        suspend();
    }
    return $statement->fetchColumn();
};
say('served', array_sum(together(...array_fill(0, 20, $work))));
say('most at once', $most);
say('made', $pdo->getPool()->stats()['created'], usage($pdo));
echo "done\n";
--EXPECT--
served: 20
most at once: 3
made: 3 | 3 idle, 0 active
done
