--TEST--
SPEC 6.2, 6.3: with one connection, a coroutine that queries in a loop lets each waiter in before its next turn
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $pdo = $server->pool(1);
    $order = [];
    $over = false;
    $loop = spawn(function () use ($pdo, &$order, &$over) {
        while (!$over) {
            $pdo->query('SELECT 1')->fetchAll();
            $order[] = 'loop';
        }
    });
    $others = [];
    for ($i = 0; $i < 20; $i++) {
        $others[] = spawn(function () use ($pdo, $i, &$order) {
            for ($n = 0; $n < 5; $n++) {
                $pdo->query('SELECT 1')->fetchAll();
                $order[] = $i;
            }
        });
    }
    array_map(await(...), $others);
    $over = true;
    await($loop);
    // Between two turns of the loop everybody has had one.
    $turns = array_keys($order, 'loop', true);
    $gaps = array_map(fn ($a, $b) => $b - $a, array_slice($turns, 0, -1), array_slice($turns, 1));
    say('turns of the loop', count($turns) <= 12 ? 'as many as of the others' : count($turns), 'longest gap', max($gaps) <= 21 ? 'one round' : max($gaps));
    say('most waits', $pdo->getPool()->stats()['waitMax'] < 30_000);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
turns of the loop: as many as of the others | longest gap | one round
most waits: true
done
