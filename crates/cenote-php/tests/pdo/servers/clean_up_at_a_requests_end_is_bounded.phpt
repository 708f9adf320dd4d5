--TEST--
SPEC 50.6: clean-up that the server does not answer ends after 1 s for all connections together; they are closed, and the next request has new ones
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $served = new Served();
    $set = $server === Server::PostgreSql ? 'SET search_path = pg_catalog' : "SET SESSION sql_mode = 'ANSI'";
    $pool = '$pdo = new PDO(' . var_export($server->dsn($proxy), true) . ', ' . var_export($server->user(), true) . ', null, [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_MAX => 3]);';
    $proxy->stall_at($server === Server::PostgreSql ? 'DISCARD ALL' : "\1\0\0\0\x1f");
    $start = microtime(true);
    $served->page($pool . '$pdo->exec(' . var_export($set, true) . ');
        together(...array_fill(0, 3, fn() => [$pdo->beginTransaction(), Async\delay(50), $pdo->rollBack()]));');
    $took = microtime(true) - $start;
    say('ends', $took >= 0.9 && $took < 2.9 ? 'after 1 s' : $took);
    $proxy->pass();
    $process = $served->page($pool . '$pdo->query("SELECT 1"); echo json_encode($pdo->getPool()->stats()["process"]);');
    $proxy->stall_at('ROLLBACK');
    $start = microtime(true);
    $served->page($pool . '$pdo->beginTransaction();');
    $took = microtime(true) - $start;
    say('a rollback ends', $took >= 0.9 && $took < 2.9 ? 'after 1 s' : $took);
    $proxy->pass();
    ['unclean' => $unclean, 'adopted' => $adopted, 'opened' => $opened] = json_decode($process, true);
    say('closed', $unclean, 'adopted', $adopted, 'opened', $opened);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
ends: after 1 s
a rollback ends: after 1 s
closed: 3 | adopted | 0 | opened | 4
done
