--TEST--
SPEC 50.3: the constructor checks adopted connections if ATTR_POOL_HEALTHCHECK_INTERVAL has passed since the last check, in whatever request that was
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $served = new Served();
    $page = fn(float $interval, string $code = '') => $served->page('$pdo = new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ", null, [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => $interval]); $code");
    $id = $page(0, 'echo $pdo->query("SELECT ' . ($server === Server::PostgreSql ? 'pg_backend_pid()' : 'CONNECTION_ID()') . '")->fetchColumn();');
    // When the server has heard of the kept connection last, in seconds.
    $heard = fn() => (float) $admin->query($server === Server::PostgreSql
        ? "SELECT extract(epoch FROM state_change) FROM pg_stat_activity WHERE pid = $id"
        : "SELECT UNIX_TIMESTAMP(NOW(3)) - TIME_MS / 1000 FROM information_schema.processlist WHERE id = $id")->fetchColumn();
    $is_checked = function (float $interval) use ($heard, $page) {
        $before = $heard();
        $page($interval);
        return $heard() > $before + 0.3;
    };
    usleep(600_000);
    say('no interval', $is_checked(0));
    say('a long one', $is_checked(60));
    say('it has passed', $is_checked(0.5));
    say('begins anew', $is_checked(60));
    usleep(600_000);
    say('and passes again', $is_checked(0.5));
    $figures = json_decode($page(60, 'echo json_encode($pdo->getPool()->stats()["process"]);'), true);
    say('opened', $figures['opened'], 'broken', $figures['broken']);
    $served->stop();
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
no interval: false
a long one: false
it has passed: true
begins anew: false
and passes again: true
opened: 1 | broken | 0
done
