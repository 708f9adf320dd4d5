--TEST--
SPEC 23.7, 22.7, 5.6: a connect that begins late and ends in time serves its caller; its error is that of a plain connect, from the place of the call
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** What a caller gets whose connect begins late: its value or its exception, the line of its call, and the pool. */
function late_connect(Server $server, FaultyProxy $proxy, bool $is_refused): array
{
    $proxy->pass();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 3], $proxy);
    $seen = $proxy->seen('SELECT');
    $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
    until(fn () => $proxy->seen('SELECT') > $seen);
    $line = __LINE__ + 1;
    $late = spawn(fn () => $pdo->query('SELECT 1')->fetchColumn());
    delay(2100); // less than a second is left
    $is_refused ? $proxy->refuse() : $proxy->cut();
    try {
        $end = (int) await($late);
    } catch (PDOException $end) {
    }
    await($holder);
    return [$end, $line, $pdo];
}

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    foreach ([false, true] as $is_refused) {
        // Anew if the machine stood still for so long that the timeout came before.
        $attempt = 0;
        do {
            $before = $proxy->connects();
            [$end, $line, $pdo] = late_connect($server, $proxy, $is_refused);
        } while ($end instanceof PDOException && $end->getCode() === 'HYT00' && ++$attempt < 8);
        if (!$is_refused || !$end instanceof PDOException) {
            say('served', $end instanceof PDOException ? $end->getMessage() : $end, $proxy->connects() - $before, 'connects');
            continue;
        }
        $plain = thrown(fn () => $server->plain($proxy));
        $call = $end->getTrace()[0];
        say('as a plain connect', $end->getMessage() === $plain->getMessage() ? 'yes' : $end->getMessage());
        say('where', basename($end->getFile()) === basename(__FILE__), $end->getLine() === $line, "$call[class]->$call[function]", $call['line'] === $line);
        say('of the failed one', usage($pdo), $pdo->getPool()->stats()['createFailures']);
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
