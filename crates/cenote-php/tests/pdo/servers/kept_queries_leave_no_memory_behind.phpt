--TEST--
SPEC 25.2, 29.2: taking a kept statement on a server, by query() or by prepare(), leaves no memory behind
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

on_each_server(function (Server $server) {
    $pdo = $server->pool(1, [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
    $prepared = function () use ($pdo) {
        $statement = $pdo->prepare('SELECT 1 AS one, 2 AS two');
        $statement->execute();
        $statement->fetchAll();
    };
    foreach (['query' => fn () => $pdo->query('SELECT 1 AS one, 2 AS two')->fetchAll(), 'prepare' => $prepared] as $name => $use) {
        array_map($use, range(1, 20));
        $before = memory_get_usage();
        for ($i = 0; $i < 100; $i++) {
            $use();
        }
        $grown = memory_get_usage() - $before;
        say($name, $grown < 1000 ? 'no more memory' : "$grown bytes");
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
query: no more memory
prepare: no more memory
done
