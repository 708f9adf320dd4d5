--TEST--
SPEC 5.9, 20.2: while a server refuses, many coroutines make few attempts to connect; when it is back, all are served within 2 s
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, await_all, delay, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(16, [], $proxy);
    $over = false;
    $served = 0;
    $work = function () use ($server, $pdo, &$over, &$served) {
        while (!$over) {
            try {
                $pdo->query($server->sleep(0.005));
                $served++;
            } catch (PDOException) {
            }
        }
    };
    $workers = array_map(spawn(...), array_fill(0, 64, $work));
    until(function () use ($pdo, &$served) { return $served > 200 && count($pdo->getPool()) === 16; });
    say('connects before', $proxy->connects());
    $before = $proxy->connects();
    $proxy->refuse();
    delay(1500);
    $attempts = $proxy->connects() - $before;
    say('attempts in 1.5 s', $attempts >= 2 && $attempts <= 40 ? 'few' : $attempts);
    $proxy->pass();
    [$then, $start] = [$served, microtime(true)];
    until(function () use (&$served, $then) { return $served > $then + 64; });
    $took = microtime(true) - $start;
    say('serves again', $took < 2 ? 'within 2 s' : $took);
    delay(300);
    $connects = $proxy->connects() - $before - $attempts;
    say('connects after', $connects <= 20 ? 'about as many as connections' : $connects);
    $over = true;
    await_all($workers);
    say('at the end', count($pdo->getPool()) <= 16, $pdo->getPool()->activeCount());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
connects before: 16
attempts in 1.5 s: few
serves again: within 2 s
connects after: about as many as connections
at the end: true | 0
done
