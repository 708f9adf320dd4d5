--TEST--
SPEC 22.7, 5.6, 5.9: on a server that refuses, each waiting coroutine gets its own exception and nobody waits for ever; as soon as it accepts, the rest is served
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, await_all, spawn};

on_each_server(function (Server $server) {
    foreach ([1, 2] as $max) {
        $proxy = $server->proxy();
        try {
            $server->plain($proxy)->query('SELECT 1');
            $proxy->down();
            $server->plain($proxy);
        } catch (PDOException $plain) {
        }
        $pdo = $server->pool($max, [], $proxy);
        $ask = fn () => value($pdo, 'SELECT 1');
        [, $errors] = await_all(array_map(spawn(...), array_fill(0, 4, $ask)));
        $same = array_filter($errors, fn ($e) => $e->getMessage() === $plain->getMessage() && $e->errorInfo === $plain->errorInfo);
        say('max', $max, 'errors', count($errors), 'as on plain PDO', count($same), 'objects', count(array_unique(array_map(spl_object_id(...), $errors))));
        say('left', count($pdo->getPool()));
        // Each asks until it is served.
        $failed = $pdo->getPool()->stats()['createFailures'];
        $waiting = array_map(spawn(...), array_fill(0, 8, function () use ($ask) {
            until(fn () => attempt($ask) !== 'PDOException');
            return 1;
        }));
        until(fn () => $pdo->getPool()->stats()['createFailures'] > $failed);
        $proxy->up();
        say('served then', array_sum(array_map(await(...), $waiting)));
        say('connections', count($pdo->getPool()) <= $max, usage($pdo) === count($pdo->getPool()) . ' idle, 0 active');
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
max: 1 | errors | 4 | as on plain PDO | 4 | objects | 4
left: 0
served then: 8
connections: true | true
max: 2 | errors | 4 | as on plain PDO | 4 | objects | 4
left: 0
served then: 8
connections: true | true
done
