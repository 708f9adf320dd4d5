--TEST--
SPEC 21.9: the preamble belongs to the coroutine that constructed the object, main or not
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = await(spawn(function () use ($file) {
    $pdo = pool(2, $file);
    $pdo->exec('PRAGMA foreign_keys = 1');
    return $pdo;
}));
say('held', $pdo->getPool()->activeCount());
say('in main', value($pdo, 'PRAGMA foreign_keys'));
say('in another', await(spawn(fn() => value($pdo, 'PRAGMA foreign_keys'))));
echo "done\n";
--EXPECT--
held: 0
in main: 1
in another: 1
done
