--TEST--
SPEC 23.7, 22.7, 5.6: a connect that begins late and ends in time serves its caller; its error is that of a plain connect, from the place of the call
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    foreach (['pass', 'refuse'] as $mode) {
        $proxy->pass();
        $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 3], $proxy);
        [$connects, $seen] = [$proxy->connects(), $proxy->seen('SELECT')];
        $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
        until(fn () => $proxy->seen('SELECT') > $seen);
        $line = __LINE__ + 1;
        $late = spawn(fn () => $pdo->query('SELECT 1')->fetchColumn());
        delay(2100);
        $proxy->cut();
        $mode === 'refuse' && $proxy->refuse();
        try {
            say('served', (int) await($late), $proxy->connects() - $connects, 'connects');
        } catch (PDOException $error) {
            $plain = thrown(fn () => $server->plain($proxy));
            $call = $error->getTrace()[0];
            say('as a plain connect', $error->getMessage() === $plain->getMessage() ? 'yes' : $error->getMessage());
            say('where', basename($error->getFile()) === basename(__FILE__), $error->getLine() === $line, "$call[class]->$call[function]", $call['line'] === $line);
            say('of the failed one', usage($pdo), $pdo->getPool()->stats()['createFailures']);
        }
        await($holder);
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
served: 1 | 2 | connects
as a plain connect: yes
where: true | true | PDO->query | true
of the failed one: 0 idle, 0 active | 1
done
