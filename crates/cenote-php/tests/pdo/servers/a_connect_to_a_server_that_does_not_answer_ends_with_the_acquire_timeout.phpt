--TEST--
SPEC 23.7, 23.6, 7.3: the acquire timeout bounds a connect to a server that accepts and says nothing; ATTR_TIMEOUT may end it sooner; the pool serves again
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(2, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.5], $proxy);
    $proxy->stall();
    $start = microtime(true);
    $ask = fn () => thrown(fn () => $pdo->query('SELECT 1'));
    $errors = array_map(await(...), array_map(spawn(...), array_fill(0, 5, $ask)));
    $took = microtime(true) - $start;
    say('in time', $took >= 0.45 && $took < 10 ? 'yes' : $took);
    say('codes', array_unique(array_map(fn ($e) => get_class($e) . " {$e->getCode()}", $errors)));
    $all = implode("\n", array_map(fn ($e) => $e->getMessage(), $errors));
    say('they name the limit', substr_count($all, 'No resource within 500 ms: max=2 active=0 idle=0'));
    say('they say why', preg_match('/last factory error: PDOException: SQLSTATE/', $all));
    say('previous', get_class($errors[4]->getPrevious()), get_class($errors[0]->getPrevious()->getPrevious()));
    until(fn () => count($pdo->getPool()) === 0); // a connect that began late goes on for a moment
    say('left behind', count($pdo->getPool()), 'attempts', $proxy->connects() <= 7 ? 'at most 7' : $proxy->connects());

    $proxy->pass();
    until(fn () => attempt(fn () => value($pdo, 'SELECT 1')) !== 'PDOException HYT00');
    say('later', (int) value($pdo, 'SELECT 1'));
});

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $proxy->stall();
    $hasty = $server->pool(1, [PDO::ATTR_TIMEOUT => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 60], $proxy);
    $start = microtime(true);
    $error = await(spawn(fn () => thrown(fn () => $hasty->query('SELECT 1'))));
    $took = microtime(true) - $start;
    say('ATTR_TIMEOUT', get_class($error), $error->getCode() === 'HYT00' ? $error->getMessage() : 'the driver\'s own error', $took < 30 ? 'in time' : $took);
}, Server::PostgreSql); // what mysqlnd does with it concerns the connect alone, not what the server says then
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
in time: yes
codes: ["PDOException HYT00"]
they name the limit: 5
they say why: 1
previous: Async\TimeoutException | PDOException
left behind: 0 | attempts | at most 7
later: 1
PostgreSql
ATTR_TIMEOUT: PDOException | the driver's own error | in time
done
