--TEST--
SPEC 50.8, 50.3: what a process keeps is closed in the protocol's way when it ends; kept connections that the server has closed are replaced unseen
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $proxy = $server->proxy();
    $goodbye = $server === Server::PostgreSql ? "X\0\0\0\4" : "\1\0\0\0\1";
    $served = new Served();
    $page = '$pdo = new PDO(' . var_export($server->dsn($proxy), true) . ', ' . var_export($server->user(), true) . ', null, [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_MIN => 3]);
        echo $pdo->query("SELECT 42")->fetchColumn(), " ", json_encode($pdo->getPool()->stats()["process"]["adopted"]);';
    say('pages', $served->page($page), $served->page($page));
    say('kept', count($server->connections($admin)), 'goodbyes', $proxy->seen($goodbye));
    foreach ($server->connections($admin) as $id) {
        $server->end($admin, $id);
    }
    say('after the server has closed them', $served->page($page), count($server->connections($admin)));
    $before = $proxy->seen($goodbye);
    $served->stop();
    until(fn () => count($server->connections($admin)) === 0 && $proxy->seen($goodbye) >= $before + 3);
    say('closed', count($server->connections($admin)), 'goodbyes', $proxy->seen($goodbye) - $before);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
pages: 42 0 | 42 3
kept: 3 | goodbyes | 0
after the server has closed them: 42 3 | 3
closed: 0 | goodbyes | 3
done
