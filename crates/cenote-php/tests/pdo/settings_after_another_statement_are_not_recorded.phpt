--TEST--
SPEC 21.9, 21.6: a PRAGMA after any other statement, or in another coroutine than the constructing one, is session state of its coroutine
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$look = fn(PDO $pdo) => await(spawn(fn() => (int) value($pdo, 'PRAGMA foreign_keys')));
$pdo = pool(2, $file);
value($pdo, 'SELECT 1');
$pdo->exec('PRAGMA foreign_keys = 1');
say('after a statement', usage($pdo), value($pdo, 'PRAGMA foreign_keys'), $look($pdo));
$pdo = pool(2, $file);
await(spawn(function () use ($pdo) {
    $pdo->exec('PRAGMA foreign_keys = 1');
    say('in another coroutine', usage($pdo));
}));
settled($pdo);
say('later', $look($pdo));
$pdo = pool(2, $file);
$pdo->exec('PRAGMA foreign_keys = 1; CREATE TEMP TABLE x (n)');
say('together with an object', usage($pdo), $look($pdo));
echo "done\n";
--EXPECT--
after a statement: 0 idle, 1 active | 1 | 0
in another coroutine: 0 idle, 1 active
later: 0
together with an object: 0 idle, 1 active | 0
done
