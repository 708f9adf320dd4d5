--TEST--
SPEC 23.6: if every connection was inside one call for the whole acquire timeout, its message says so, and what ends such calls
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $text = fn (PDO $pdo) => preg_replace('/hold=\d+/', 'hold=n', thrown(fn () => $pdo->query('SELECT 1'))->getMessage());
    $pdo = $server->pool(2, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1]);
    $inside = array_map(spawn(...), array_fill(0, 2, fn () => $pdo->query($server->sleep(30))));
    until(fn () => $pdo->getPool()->activeCount() === 2 && $pdo->getPool()->stats()['creating'] === 0);
    delay(50);
    say('all inside', $text($pdo));
    foreach ($inside as $one) {
        $one->cancel();
        thrown(fn () => await($one));
    }
    // One of them is only held.
    $pdo = $server->pool(2, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.5]);
    $held = $pdo->query('SELECT 1');
    $inside = spawn(fn () => $pdo->query($server->sleep(30)));
    until(fn () => $pdo->getPool()->activeCount() === 2 && $pdo->getPool()->stats()['creating'] === 0);
    say('one inside', str_contains(await(spawn(fn () => $text($pdo))), 'QUERY_TIMEOUT'));
    $inside->cancel();
    thrown(fn () => await($inside));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
all inside: SQLSTATE[HYT00]: No resource within 1000 ms: max=2 active=2 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=n ms. Each of the 2 connections has waited inside one call for 1 s or longer: the server is slow or out of reach. PDO::ATTR_POOL_QUERY_TIMEOUT ends such calls; how long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT (1 s)
one inside: false
done
