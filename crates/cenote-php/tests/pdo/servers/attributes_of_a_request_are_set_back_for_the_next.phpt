--TEST--
SPEC 50.4: attributes of the driver that a request sets are set back for the next one, on the same connection, however the request ends
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $served = new Served();
    $pool = '$pdo = new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ', null, [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);';
    $attributes = ['PDO::ATTR_STRINGIFY_FETCHES' => 'true'] + ($server === Server::PostgreSql
        ? ['PDO::ATTR_EMULATE_PREPARES' => 'true', 'PDO::PGSQL_ATTR_DISABLE_PREPARES' => 'true']
        : ['PDO::ATTR_EMULATE_PREPARES' => 'true', 'PDO::ATTR_AUTOCOMMIT' => '0', 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY' => 'false',
            'PDO::ATTR_DEFAULT_STR_PARAM' => 'PDO::PARAM_STR_NATL']);
    $id = $server === Server::PostgreSql ? 'pg_backend_pid()' : 'CONNECTION_ID()';
    $look = $pool . 'echo json_encode([array_map(fn($name) => $pdo->getAttribute(constant($name)), ' . var_export(array_keys($attributes), true) . "),
        \$pdo->query('SELECT $id')->fetchColumn()" . ($server === Server::PostgreSql ? '' : ', $pdo->query("SELECT @@autocommit")->fetchColumn()')
        // As text, of which mysqlnd itself makes numbers.
        . ', $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true), gettype($pdo->query("SELECT 1")->fetchColumn())]);';
    $before = $served->page($look);
    foreach (['' => 'return', 'throw new LogicException;' => 'exception', 'exit;' => 'exit'] as $end => $how) {
        foreach ($attributes as $name => $value) {
            $set = "\$pdo->setAttribute($name, $value);";
            foreach (['once' => $set, 'twice' => $set . $set, 'in a coroutine' => "Async\\await(Async\\spawn(function () use (\$pdo) { $set }));"] as $times => $code) {
                $served->page("$pool $code \$pdo->query('SELECT 1')->fetchAll(); $end");
                if (($after = $served->page($look)) !== $before) {
                    say("$name $times, $how", $before, $after);
                }
            }
        }
    }
    $figures = json_decode($served->page($pool . 'echo json_encode($pdo->getPool()->stats()["process"]);'), true);
    say('opened', $figures['opened'], 'closed', $figures['unclean'] + $figures['inUse'] + $figures['broken']);
    $served->stop();
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
opened: 1 | closed | 0
done
