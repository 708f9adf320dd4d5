--TEST--
SPEC 13.3, 11.4: a health round asks all idle connections at once, so that those without an answer are gone after one limit, and are counted
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\delay;

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(6, [PDO::ATTR_POOL_MIN => 6, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.5], $proxy);
    $served = $pdo->query('SELECT 1')->fetchColumn();
    $proxy->stall();
    until(fn () => usage($pdo) === '0 idle, 6 active', 8);
    say('in a check', usage($pdo));
    $start = microtime(true);
    until(fn () => $pdo->getPool()->stats()['unhealthy'] === 6, 25);
    $took = microtime(true) - $start;
    say('unhealthy', $pdo->getPool()->stats()['unhealthy']);
    say('after less than two limits', $took < 10 ?: $took);
    $proxy->cut();
    $proxy->pass();
    until(fn () => usage($pdo) === '6 idle, 0 active', 25);
    say('again', $pdo->query('SELECT 1')->fetchColumn() == $served);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
in a check: 0 idle, 6 active
unhealthy: 6
after less than two limits: true
again: true
done
