--TEST--
SPEC 29.6, 29.7: a fork in a signal handler of C code, also in the middle of a query or while it connects: the child ends, and the parent's connections to MariaDB go on
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
extension_loaded('pcntl') && extension_loaded('pdo_mysql') && getenv('CENOTE_MARIADB') or die('skip needs pcntl, pdo_mysql and scripts/servers/run.sh');
?>
--INI--
display_errors=0
--FILE--
<?php
require __DIR__ . '/forks.inc';
$dsn = 'mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=mysql';
fork_everywhere(fn () => new PDO($dsn, 'root', null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]), 'SELECT SLEEP(0.02)');
?>
--EXPECT--
3 states: done
