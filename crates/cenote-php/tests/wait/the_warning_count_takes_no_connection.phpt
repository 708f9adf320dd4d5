--TEST--
SPEC 18.8: getWarningCount of a pooled Pdo\Mysql tells the coroutine's own count and takes no connection
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip Pdo\Mysql exists since PHP 8.4');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

$dsn = 'mysql:unix_socket=' . getenv('CENOTE_MARIADB');
$pdo = Pdo\Mysql::connect($dsn, 'root', null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$count = fn(string $when) => print("$when: {$pdo->getWarningCount()}, {$pdo->getPool()->idleCount()} idle, {$pdo->getPool()->activeCount()} active\n");
$count('nothing done');
$pdo->query('SELECT 1 / 0, 2 / 0')->fetchAll();
$count('two warnings');
await(spawn(function () use ($pdo, $count) {
    $count('another coroutine');
    $pdo->query('SELECT 1 / 0')->fetchAll();
    $count('another coroutine, one warning');
}));
$count('still two');
$statement = $pdo->query('SELECT 1');
$count('bound');
$statement = null;
$count('after a text without warnings');
echo "done\n";
?>
--EXPECT--
nothing done: 0, 0 idle, 0 active
two warnings: 2, 1 idle, 0 active
another coroutine: 0, 1 idle, 0 active
another coroutine, one warning: 1, 1 idle, 0 active
still two: 2, 1 idle, 0 active
bound: 0, 0 idle, 1 active
after a text without warnings: 0, 1 idle, 0 active
done
