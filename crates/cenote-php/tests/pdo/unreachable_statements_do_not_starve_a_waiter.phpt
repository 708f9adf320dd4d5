--TEST--
SPEC 19.8, 19.6: statements of ended coroutines that only a cycle refers to are collected before a coroutine waits for ever
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
gc_disable();
for ($i = 0; $i < 2; $i++) {
    await(spawn(function () use ($pdo) {
        $knot = new stdClass();
        [$knot->self, $knot->statement] = [$knot, $pdo->query('SELECT 1')];
    }));
}
say('all held by nobody', usage($pdo));
say('served', value($pdo, 'SELECT 7'));
echo "done\n";
--EXPECT--
all held by nobody: 0 idle, 2 active
served: 7
done
