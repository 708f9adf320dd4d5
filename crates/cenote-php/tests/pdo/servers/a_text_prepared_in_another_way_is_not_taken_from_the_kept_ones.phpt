--TEST--
SPEC 25.4: emulated prepares, scrollable cursors and a driver told not to prepare neither take a kept statement nor leave one
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';

const DISABLE_PREPARES = 1000; // PDO::PGSQL_ATTR_DISABLE_PREPARES

on_each_server(function (Server $server) {
    $pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8, PDO::ATTR_EMULATE_PREPARES => false]);
    $known = [0, 0];
    $use = function (string $how, array $options = []) use ($pdo, &$known) {
        $values = await(spawn(function () use ($pdo, $options) {
            $statement = $pdo->prepare('SELECT 40 + 2 AS answer', $options);
            $statement->execute();
            return $statement->fetchAll(PDO::FETCH_COLUMN);
        }));
        $stats = $pdo->getPool()->stats();
        $now = [$stats['cacheHits'], $stats['cacheMisses']];
        printf("%s: %s, hits %d, misses %d\n", $how, implode(' ', $values), $now[0] - $known[0], $now[1] - $known[1]);
        $known = $now;
    };
    $use('first');
    $use('again');
    $use('emulated for once', [PDO::ATTR_EMULATE_PREPARES => true]);
    $use('as a matter of course', [PDO::ATTR_CURSOR => PDO::CURSOR_FWDONLY]);
    if ($server === Server::PostgreSql) {
        $use('scrollable', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $pdo->setAttribute(DISABLE_PREPARES, true);
        $use('not to be prepared');
        $pdo->setAttribute(DISABLE_PREPARES, false);
        $use('to be prepared');
    }
    $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
    $use('emulated');
    $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    $use('on the server');
});
echo "done\n";
?>
--EXPECT--
== PostgreSql
first: 42, hits 0, misses 1
again: 42, hits 1, misses 0
emulated for once: 42, hits 0, misses 0
as a matter of course: 42, hits 1, misses 0
scrollable: 42, hits 0, misses 0
not to be prepared: 42, hits 0, misses 0
to be prepared: 42, hits 1, misses 0
emulated: 42, hits 0, misses 0
on the server: 42, hits 1, misses 0
== MariaDb
first: 42, hits 0, misses 1
again: 42, hits 1, misses 0
emulated for once: 42, hits 0, misses 0
as a matter of course: 42, hits 1, misses 0
emulated: 42, hits 0, misses 0
on the server: 42, hits 1, misses 0
done
