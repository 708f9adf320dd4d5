--TEST--
SPEC 25.1, 25.2, 25.3, 25.5: with ATTR_POOL_STMT_CACHE_SIZE a text is compiled once per connection, also for other coroutines; the least recently used one goes first
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$counts = function (PDO $pdo) {
    static $before = [];
    $stats = $pdo->getPool()->stats();
    $now = [$stats['cacheHits'], $stats['cacheMisses']];
    $since = [$now[0] - ($before[0] ?? 0), $now[1] - ($before[1] ?? 0)];
    $before = $now;
    return "$since[0] hits, $since[1] misses";
};
$rows = [TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"];
$pdo = pool(1, database(...$rows), [PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
$get = function (int $id) use ($pdo) {
    $statement = $pdo->prepare('SELECT v FROM t WHERE id = ?');
    $statement->execute([$id]);
    return $statement->fetchColumn();
};
say('five times', [$get(1), $get(2), $get(3), $get(1), $get(2)], $counts($pdo));
say('another coroutine', await(spawn(fn() => $get(1))), $counts($pdo));
$first = $pdo->prepare('SELECT v FROM t WHERE id = ?');
$second = $pdo->prepare('SELECT v FROM t WHERE id = ?');
$first->execute([1]);
$second->execute([2]);
say('two at once', $first->fetchColumn(), $second->fetchColumn(), $counts($pdo));
unset($first, $second);
$pdo->query('SELECT 1');
$pdo->query('SELECT 2');
say('gone', $get(1), $counts($pdo));
$pdo->query('SELECT 2');
say('kept', $counts($pdo));
$insert = fn(int $id) => thrown(fn() => $pdo->prepare("INSERT INTO t VALUES (?, 'x')")->execute([$id]))->getMessage();
say('failed', str_contains($insert(1), 'UNIQUE'), $counts($pdo));
say('not put back', $insert(3), $counts($pdo));
say('put back', str_contains($insert(4), 'UNIQUE'), $counts($pdo));
$statement = $pdo->prepare('SELECT ?');
$statement->bindValue(1, str_repeat('bound ', 2));
$statement->execute();
say('bound', $statement->fetchColumn());
unset($statement);
$statement = $pdo->prepare('SELECT ?');
$statement->execute();
say('not bound any more', $statement->fetchColumn(), $counts($pdo));
unset($statement);
$pdo->query('SELECT v FROM t')->fetch();
$pdo->exec("UPDATE t SET v = 'changed' WHERE id = 1");
$pdo->exec('ALTER TABLE t ADD COLUMN w DEFAULT 5');
say('left in the middle, then run again', $pdo->query('SELECT v FROM t')->fetchAll(PDO::FETCH_COLUMN)[0], $counts($pdo));
say('new column', $pdo->query('SELECT * FROM t WHERE id = 1')->fetch(PDO::FETCH_ASSOC), $pdo->query('SELECT * FROM t WHERE id = 1')->fetch(PDO::FETCH_NUM), $counts($pdo));
await(spawn(fn() => $pdo->exec('CREATE TEMP TABLE x (n)')));
settled($pdo);
say('empty after a cleaning', $pdo->query('SELECT * FROM t WHERE id = 2')->fetch(PDO::FETCH_NUM), $counts($pdo));
say('a PRAGMA is compiled each time', value($pdo, 'PRAGMA cache_size') === value($pdo, 'PRAGMA cache_size'), $counts($pdo));
$off = pool(1, database(...$rows));
value($off, 'SELECT 1');
value($off, 'SELECT 1');
say('off', $off->getPool()->stats()['cacheHits'], $off->getPool()->stats()['cacheMisses']);
echo "done\n";
--EXPECT--
five times: ["one","two",false,"one","two"] | 4 hits, 1 misses
another coroutine: one | 1 hits, 0 misses
two at once: one | two | 1 hits, 1 misses
gone: one | 0 hits, 3 misses
kept: 1 hits, 0 misses
failed: true | 0 hits, 1 misses
not put back: nothing was thrown | 0 hits, 1 misses
put back: true | 1 hits, 0 misses
bound: bound bound 
not bound any more: null | 1 hits, 1 misses
left in the middle, then run again: changed | 1 hits, 1 misses
new column: {"id":1,"v":"changed","w":5} | [1,"changed",5] | 1 hits, 1 misses
empty after a cleaning: [2,"two",5] | 0 hits, 1 misses
a PRAGMA is compiled each time: true | 0 hits, 0 misses
off: 0 | 0
done
