--TEST--
SPEC 13.10, 20.5: a health check that waits for its answer at the end of the script is cut off there, and does not have its five seconds
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $dsn = var_export($server->dsn($proxy), true);
    $proxy->stall_at($server === Server::PostgreSql ? 'SELECT 1' : "\1\0\0\0\x0e");
    [$took, $code] = run_php("\$pdo = new PDO($dsn, " . var_export($server->user(), true) . ", null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 1,
        PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.1]); while (\$pdo->getPool()->idleCount() > 0) Async\\delay(1);
        Async\\delay(50); // its question is on its way
        \$end = microtime(true); register_shutdown_function(fn () => printf('%.1f', microtime(true) - \$end));");
    say('code', $code, is_numeric($took) && $took < 3 ? 'at once' : $took, 'connects', $proxy->connects(), 'stalled', $proxy->done());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
code: 0 | at once | connects | 1 | stalled | 1
done
