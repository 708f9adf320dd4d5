--TEST--
SPEC 20.5, 13.3, 13.6: a health round replaces idle connections that the server ended, up to MIN, without a use, and disturbs no session
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $mark = $server === Server::PostgreSql ? 'SET work_mem = \'3MB\'' : 'SET SESSION sort_buffer_size = 300000';
    $pdo = $server->pool(3, [PDO::ATTR_POOL_MIN => 3, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.2, PDO::ATTR_POOL_INIT => $mark]);
    $before = $server->connections($admin);
    say('made', count($before));
    foreach (array_slice($before, 0, 2) as $id) {
        $server->end($admin, $id);
    }
    // Between two rounds: in one, a connection is looked at.
    until(function () use ($server, $admin, $pdo, &$after) {
        $after = $server->connections($admin);
        return count($after) === 3 && usage($pdo) === '3 idle, 0 active';
    });
    say('again', count($after), 'the same', count(array_intersect($before, $after)));
    $look = $server === Server::PostgreSql ? "SELECT current_setting('work_mem')" : 'SELECT @@sort_buffer_size';
    $expected = $server === Server::PostgreSql ? ['3MB'] : ['300000'];
    say('each is set up', array_unique(together(...array_fill(0, 3, function () use ($server, $pdo, $look) {
        $statement = $pdo->query($server->sleep(0.05));
        return (string) value($pdo, $look);
    }))) === $expected);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
made: 3
again: 3 | the same | 1
each is set up: true
done
