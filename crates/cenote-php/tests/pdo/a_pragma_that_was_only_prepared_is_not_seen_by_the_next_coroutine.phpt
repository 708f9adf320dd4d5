--TEST--
SPEC 26.9, 21.5: a PRAGMA that was prepared, and never executed, has acted: the next coroutine does not see it
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
value($pdo, 'SELECT 1');
$shown = fn (): string => value($pdo, 'PRAGMA foreign_keys') . ', ' . value($pdo, 'PRAGMA recursive_triggers');
await(spawn(function () use ($pdo, $shown): void {
    $pdo->prepare('PRAGMA foreign_keys = ON');
    $pdo->prepare('PRAGMA recursive_triggers(1)');
    echo 'here: ', $shown(), "\n";
}));
echo 'the next: ', await(spawn($shown)), "\n";
?>
--EXPECT--
here: 1, 1
the next: 0, 0
