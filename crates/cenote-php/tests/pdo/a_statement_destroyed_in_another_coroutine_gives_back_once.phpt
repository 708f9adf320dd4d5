--TEST--
SPEC 19.4: a statement destroyed in another coroutine than its maker's gives the connection back, once
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
$gate = new Gate();
$statement = null;
$maker = spawn(function () use ($pdo, $gate, &$statement) {
    $statement = $pdo->query('SELECT 1');
    $gate->pass();
    say('maker later', usage($pdo), value($pdo, 'SELECT 2'));
});
await(spawn(function () use ($pdo, &$statement) {
    say('before', usage($pdo));
    $statement = null;
    say('destroyed elsewhere', usage($pdo));
}));
$gate->open();
await($maker);
$stats = $pdo->getPool()->stats();
say('at the end', usage($pdo), $stats['created'], $stats['destroyed']);
echo "done\n";
--EXPECT--
before: 0 idle, 1 active
destroyed elsewhere: 1 idle, 0 active
maker later: 1 idle, 0 active | 2
at the end: 1 idle, 0 active | 1 | 0
done
