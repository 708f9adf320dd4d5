--TEST--
SPEC 20.2, 22.2, 34.30: connections that the server closed while they were idle are replaced at hand-out; nobody gets an error or a notice
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn ($level, $message) => print("[$level] $message\n"));
on_each_server(function (Server $server) {
    $admin = $server->plain();
    $pdo = $server->pool(4);
    $ids = fn () => each_on_its_own($pdo, ...array_fill(0, 3, fn () => $server->id($pdo)));
    $first = $ids();
    foreach ($first as $id) {
        $server->end($admin, $id);
    }
    say('after the server has ended them', count(array_intersect($first, $ids())), 'old ones', $pdo->getPool()->stats()['broken']);

    $limit = $server === Server::PostgreSql ? "SET idle_session_timeout = '1s'" : 'SET SESSION wait_timeout = 1';
    $pdo = $server->pool(2, [PDO::ATTR_POOL_INIT => $limit]);
    $first = await(spawn(fn () => $server->id($pdo)));
    until(fn () => !in_array($first, $server->connections($admin), true));
    say('after the server\'s limit', await(spawn(fn () => $server->id($pdo))) !== $first);
    $stats = $pdo->getPool()->stats();
    say('broken', $stats['broken'], 'created', $stats['created'], 'total', $stats['total']);

    $proxy = $server->proxy();
    $pdo = $server->pool(2, [], $proxy);
    await(spawn(fn () => value($pdo, 'SELECT 1')));
    $proxy->cut();
    delay(50);
    say('after a cut', await(spawn(fn () => attempt(fn () => (int) value($pdo, 'SELECT 1')))), 'connects', $proxy->connects());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
after the server has ended them: 0 | old ones | 3
after the server's limit: true
broken: 1 | created | 2 | total | 1
after a cut: 1 | connects | 2
done
