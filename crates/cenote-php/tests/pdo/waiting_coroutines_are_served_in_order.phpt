--TEST--
SPEC 18.3, 6.2, 6.3: coroutines that wait for a connection get it in the order in which they came, and no later call goes ahead of them
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$order = [];
$hold = $pdo->query('SELECT 1');
$waiters = [];
foreach (['a', 'b', 'c'] as $name) {
    $waiters[] = spawn(function () use ($pdo, $name, &$order) {
        $statement = $pdo->query('SELECT 1');
        $order[] = $name;
        suspend();
    });
}
suspend();
say('waiting', $pdo->getPool()->stats()['waiting']);
unset($hold);
$pdo->query('SELECT 1')->fetchColumn();
$order[] = 'main';
array_map(await(...), $waiters);
say('order', $order);
echo "done\n";
--EXPECT--
waiting: 3
order: ["a","b","c","main"]
done
