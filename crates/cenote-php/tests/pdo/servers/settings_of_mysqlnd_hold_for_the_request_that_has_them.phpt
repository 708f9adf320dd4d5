--TEST--
SPEC 50.2: settings that mysqlnd reads when it connects make another pool of the process: each request gets connections made with its own
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';
$server = Server::MariaDb;
$served = new Served();
$page = fn(string $first) => $served->page($first . '; $pdo = new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ', null, [PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true]); try { echo $pdo->query("SELECT 1 + SLEEP(1.5)")->fetchColumn(); } catch (PDOException $e) { echo $e->errorInfo[1]; }
    echo " ", json_encode(array_filter($pdo->getPool()->stats()["process"]));');
$hasty = 'ini_set("mysqlnd.net_read_timeout", 1)';
say('patient', $page(''), $page(''));
say('hasty', $page($hasty));
say('patient again', $page(''));
$served->stop();
echo "done\n";
?>
--EXPECT--
patient: 1 {"opened":1} | 1 {"opened":1,"adopted":1}
hasty: 2006 {"opened":1,"broken":1}
patient again: 1 {"opened":1,"adopted":2}
done
