--TEST--
SPEC 13.9, 29.4, 20.2: connections of a burst are closed after the idle timeout down to MIN, in the protocol's way, and so are the rest with the object
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\delay;

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $proxy = $server->proxy();
    $goodbye = $server === Server::PostgreSql ? "X\0\0\0\4" : "\1\0\0\0\1";
    $pdo = $server->pool(10, [PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_IDLE_TIMEOUT => 0.5], $proxy);
    say('made by the constructor', count($server->connections($admin)));
    say('in a burst', max(each_on_its_own($pdo, ...array_fill(0, 10, fn () => $pdo->getPool()->activeCount()))));
    until(fn () => count($server->connections($admin)) <= 2 && $proxy->seen($goodbye) >= 8);
    delay(700);
    say('idle', count($server->connections($admin)), usage($pdo), 'expired', $pdo->getPool()->stats()['expired'] + $pdo->getPool()->stats()['destroyed']);
    say('goodbyes', $proxy->seen($goodbye));
    $pdo = null;
    until(fn () => count($server->connections($admin)) === 0 && $proxy->seen($goodbye) >= 10);
    say('dropped', count($server->connections($admin)), 'goodbyes', $proxy->seen($goodbye));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
made by the constructor: 2
in a burst: 10
idle: 2 | 2 idle, 0 active | expired | 8
goodbyes: 8
dropped: 0 | goodbyes | 10
done
