--TEST--
SPEC 26.8, 30.12: what would have to wait inside a function that SQLite calls on a shared-cache database is refused with that reason, and with another one elsewhere
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, 'file:cenote_told?mode=memory&cache=shared');
$other = new Async\Pool(fn() => new stdClass(), max: 1);
$taken = $other->acquire();
$seen = [];
$try = function (Closure $call) use (&$seen) {
    try {
        $call();
        $seen[] = 'nothing was refused';
    } catch (Throwable $refusal) {
        $seen[] = get_class($refusal) . ': ' . preg_replace('/max=.*/', 'figures', $refusal->getMessage());
    }
};
$job = spawn(fn() => Async\suspend());
$inside = function () use ($try, $job, $other) {
    $try(fn() => await($job));
    $try(fn() => $other->acquire());
    return 1;
};
$pdo->sqliteCreateFunction('inside', $inside);
$pdo->sqliteCreateCollation('inside', fn($a, $b) => $inside() * strcmp($a, $b));
say('query', value($pdo, 'SELECT inside()'));
say('exec', $pdo->exec('CREATE TABLE t AS SELECT inside() AS n'));
$statement = $pdo->prepare('SELECT inside() FROM t');
say('execute', $statement->execute(), count($statement->fetchAll()));
unset($statement);
say('collation', value($pdo, "SELECT 'a' < 'b' COLLATE inside"));
echo implode("\n", array_unique($seen)), "\n", count($seen), "\n";
$seen = [];
$file = pool(1, database());
$file->sqliteCreateFunction('inside', fn() => $try(fn() => await(spawn(fn() => 1))));
value($file, 'SELECT inside()');
echo implode("\n", $seen), "\n";
$other->release($taken);
await($job);
echo "done\n";
--EXPECT--
query: 1
exec: 0
execute: true | 1
collation: 1
Error: Cannot wait here: SQLite is in the middle of a call on a database with cache=shared, and holds locks of the whole process. Do what waits outside of the functions that SQLite calls, or in a coroutine spawned there
Async\PoolException: Cannot wait for a resource here: SQLite is in the middle of a call on a database with cache=shared, and holds locks of the whole process. Acquire outside of the functions that SQLite calls, or in a coroutine spawned there. figures
8
nothing was refused
done
