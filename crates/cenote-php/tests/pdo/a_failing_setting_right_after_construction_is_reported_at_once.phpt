--TEST--
SPEC 21.9, 23.3: a preamble statement that is wrong fails where it is sent, as on plain PDO, and is not replayed
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$e = thrown(fn() => $pdo->exec('PRAGMA foreign_keys = 1 nonsense'));
say('error', get_class($e), $e->errorInfo[1] ?? null);
say('later connections', value($pdo, 'SELECT 1'), await(spawn(fn() => value($pdo, 'SELECT 2'))));
echo "done\n";
--EXPECT--
error: PDOException | 1
later connections: 1 | 2
done
