--TEST--
SPEC 22.7, 7.3, 18.3: behind a connection whose server says nothing, waiters end with the acquire timeout, and its user can be cancelled
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.3], $proxy);
    served(fn () => value($pdo, 'SELECT 1'));
    $proxy->stall_at('stall here');
    $stuck = spawn(fn () => $pdo->query('SELECT /* stall here */ 1'));
    until(fn () => $proxy->done() === 1);
    say('two who wait', together(...array_fill(0, 2, fn () => attempt(fn () => $pdo->query('SELECT 1')))));
    $stuck->cancel();
    try {
        await($stuck);
    } catch (Async\AsyncCancellation) {
        say('its user', 'cancelled');
    }
    say('then', (int) served(fn () => value($pdo, 'SELECT 1')), $pdo->getPool()->stats()['broken']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
two who wait: ["PDOException HYT00","PDOException HYT00"]
its user: cancelled
then: 1 | 1
done
