--TEST--
SPEC 25.8: statements of every kind that the server prepares and can run again are kept, and answer as new ones do; the rest is counted as uncacheable
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $options = [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 32];
    $pdo = $server->pool(1, $options);
    $plain = $server->plain();
    $counts = fn () => array_map(fn ($name) => $pdo->getPool()->stats()[$name], ['cacheHits', 'cacheMisses', 'uncacheable']);
    $run = function (PDO $pdo, string $text): array {
        $statement = $pdo->prepare($text);
        $statement->execute();
        return $statement->columnCount() > 0 ? $statement->fetchAll(PDO::FETCH_ASSOC) : [];
    };
    $three_times = function (string $text) use ($pdo, $plain, $run, $counts, $admin, $table): string {
        $before = $counts();
        $run($pdo, $text);
        $admin->exec("ALTER TABLE $table ADD w int");
        $first = $run($pdo, $text) == $run($plain, $text);
        $admin->exec("ALTER TABLE $table DROP w");
        $second = $run($pdo, $text) == $run($plain, $text);
        $done = array_map(fn ($now, $then) => $now - $then, $counts(), $before);
        return ($first && $second ? 'right, ' : 'WRONG, ') . "$done[0] hits, $done[1] misses, $done[2] uncacheable";
    };
    [$kept, $not] = match ($server) {
        Server::PostgreSql => [
            ["SELECT * FROM $table", '(SELECT 1) UNION (SELECT 2) ORDER BY 1', '((SELECT 1))', "TABLE $table", 'VALUES (1)', "EXPLAIN SELECT * FROM $table", 'EXPLAIN (COSTS false, FORMAT json) SELECT 1', 'SHOW server_version', '/* ? */ SHOW TimeZone'],
            ['BEGIN', 'COMMIT'],
        ],
        Server::MariaDb => [
            ["SELECT * FROM $table", '(SELECT 1) UNION (SELECT 2) ORDER BY 1', '((SELECT 1))', 'VALUES (1)', "EXPLAIN SELECT * FROM $table", "DESCRIBE $table", "DESC $table", "SHOW COLUMNS FROM $table", "SHOW CREATE TABLE $table", 'SHOW TABLES'],
            ['BEGIN', 'COMMIT'],
        ],
    };
    foreach ($kept as $text) {
        $seen = $three_times($text);
        $seen === 'right, 2 hits, 1 misses, 0 uncacheable' || say(str_replace($table, 't', $text), $seen);
    }
    foreach ($not as $text) {
        $before = $counts();
        $run($pdo, $text);
        say($text, ...array_map(fn ($now, $then) => $now - $then, $counts(), $before));
    }
    $emulated = $server->pool(1, [PDO::ATTR_EMULATE_PREPARES => true] + $options);
    $run($emulated, 'SELECT 1');
    $run($emulated, 'SELECT 1');
    say('emulated', $emulated->getPool()->stats()['cacheHits'], $emulated->getPool()->stats()['cacheMisses'], $emulated->getPool()->stats()['uncacheable']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
BEGIN: 0 | 0 | 1
COMMIT: 0 | 0 | 1
emulated: 0 | 0 | 2
done
