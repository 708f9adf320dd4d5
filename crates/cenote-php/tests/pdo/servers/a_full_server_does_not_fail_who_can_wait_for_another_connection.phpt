--TEST--
SPEC 22.11: a connect refused because there are too many connections waits for those that the pool has; without any it fails at once
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $user = 'cenote_f' . getmypid();
    $is_postgres = $server === Server::PostgreSql;
    $admin->exec($is_postgres ? "CREATE ROLE $user LOGIN CONNECTION LIMIT 1" : "CREATE USER $user WITH MAX_USER_CONNECTIONS 1");
    $is_postgres || $admin->exec("GRANT ALL ON *.* TO $user");
    $dsn = preg_replace('/user=\S+/', '', $server->dsn());
    $pool = fn (float $limit) => new PDO($dsn, $user, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4,
        PDO::ATTR_POOL_ACQUIRE_TIMEOUT => $limit]);
    $pdo = $pool(20);
    $id = $server->id($pdo);
    $held = $pdo->query('SELECT 1');
    $others = array_map(spawn(...), array_fill(0, 6, fn () => $server->id($pdo)));
    delay(150);
    say('waiting', count(array_filter($others, fn ($c) => !$c->isCompleted())));
    $held = null;
    say('served by the one connection', array_map(fn ($c) => await($c) === $id, $others));
    // Held for longer than anybody waits: the error is told, as of now.
    $pdo->getPool()->stats()['createFailures'] > 0 || say('no connect was refused');
    $pdo = $others = null;
    gc_collect_cycles(); // the pool keeps the last error, whose trace has what uses the pool
    $short = $pool(0.3);
    until(fn () => !str_starts_with(attempt(fn () => value($short, 'SELECT 1')), 'PDOException'));
    $held = $short->query('SELECT 1');
    $start = microtime(true);
    $e = await(spawn(fn () => thrown(fn () => $short->query('SELECT 1'))));
    $took = microtime(true) - $start;
    // A connect that had just begun again counts until it is refused.
    until(fn () => $short->getPool()->activeCount() === 1);
    say('in vain', get_class($e), $took >= 0.29, $short->getPool()->activeCount());
    $held = $short = $e = null;
    gc_collect_cycles();
    // Somebody else has the only one.
    until(function () use ($dsn, $user, &$plain) {
        return attempt(function () use ($dsn, $user, &$plain) { $plain = new PDO($dsn, $user); }) === 'null';
    });
    $start = microtime(true);
    $e = thrown(fn () => $pool(20)->query('SELECT 1'));
    say('nothing to wait for', get_class($e), microtime(true) - $start < 10);
    $plain = null;
    until(fn () => attempt(fn () => $admin->exec("DROP " . ($is_postgres ? 'ROLE' : 'USER') . " $user")) !== 'PDOException');
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
waiting: 6
served by the one connection: [true,true,true,true,true,true]
in vain: PDOException | true | 1
nothing to wait for: PDOException | true
done
