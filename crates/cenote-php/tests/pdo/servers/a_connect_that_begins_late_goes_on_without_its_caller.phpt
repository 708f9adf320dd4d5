--TEST--
SPEC 23.7, 23.6, 7.3: the acquire timeout also bounds a connect that begins late in it; the connect goes on without its caller, for the next one
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 2], $proxy);
    $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
    until(fn () => $proxy->seen('SELECT') > 0);
    $start = microtime(true);
    $late = spawn(fn () => thrown(fn () => $pdo->query('SELECT 1')));
    delay(1000);
    $next = spawn(fn () => (int) value($pdo, 'SELECT 1'));
    delay(600);
    $proxy->stall();
    $proxy->cut();
    await($holder);
    until(fn () => $proxy->connects() === 2);

    $error = await($late);
    $took = microtime(true) - $start;
    say('the caller', get_class($error), $error->getCode(), $took < 3.4 ? 'in time' : $took);
    say('its connect', preg_match('/^.*creating=1 waiting=[12] /', $error->getMessage()) ? 'goes on' : $error->getMessage());
    $proxy->pass();
    say('the next', await($next), $proxy->connects(), 'connects', usage($pdo));
    say('timeouts', $pdo->getPool()->stats()['timeouts'], 'failed', $pdo->getPool()->stats()['createFailures']);
});

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 2], $proxy);
    $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
    until(fn () => $proxy->seen('SELECT') > 0);
    $late = spawn(fn () => $pdo->query('SELECT 1'));
    delay(1600);
    $proxy->stall();
    $proxy->cut();
    await($holder);
    until(fn () => $proxy->connects() === 2);
    $late->cancel();
    try {
        await($late);
    } catch (Async\AsyncCancellation) {
        say('a caller that is cancelled', 'leaves', usage($pdo));
    }
    $proxy->pass();
    until(fn () => $pdo->getPool()->idleCount() === 1);
    say('later', (int) value($pdo, 'SELECT 1'), $proxy->connects(), 'connects');
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the caller: PDOException | HYT00 | in time
its connect: goes on
the next: 1 | 2 | connects | 1 idle, 0 active
timeouts: 1 | failed | 0
PostgreSql, MariaDb
a caller that is cancelled: leaves | 0 idle, 1 active
later: 1 | 2 | connects
done
