--TEST--
SPEC 13.6, 10.5, 29.4: a health round that the script's end cuts off replaces nothing: no connection is made that nobody will use
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $dsn = var_export($server->dsn($proxy), true);
    // The check, which begins in a coroutine of its own, still waits for its answer when the script exits.
    $proxy->stall_at($server === Server::PostgreSql ? 'SELECT 1' : "\1\0\0\0\x0e");
    [, $code] = run_php("\$pdo = new PDO($dsn, " . var_export($server->user(), true) . ", null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 1,
        PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.1]); while (\$pdo->getPool()->idleCount() > 0) Async\\delay(1); Async\\delay(5); exit(3);");
    say('code', $code, 'connects', $proxy->connects(), 'stalled', $proxy->done());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
code: 3 | connects | 1 | stalled | 1
done
