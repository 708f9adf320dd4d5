--TEST--
SPEC 21.1, 21.3, 21.5: a text that fails after a statement that changed the session leaves the connection dirty
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
value($pdo, 'SELECT 1');
await(spawn(function () use ($pdo) {
    $e = thrown(fn() => $pdo->exec('CREATE TEMP TABLE x (n); nonsense'));
    say('failed', get_class($e), usage($pdo));
}));
say('next', throws(fn() => $pdo->query('SELECT * FROM x')));
echo "done\n";
--EXPECT--
failed: PDOException | 0 idle, 1 active
next: PDOException: SQLSTATE[HY000]: General error: 1 no such table: x
done
