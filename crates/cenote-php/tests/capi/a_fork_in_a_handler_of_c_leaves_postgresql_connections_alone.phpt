--TEST--
SPEC 29.6, 29.7: a fork in a signal handler of C code, also in the middle of a query or while it connects: the child ends, and the parent's connections to PostgreSQL go on
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
extension_loaded('pcntl') && extension_loaded('pdo_pgsql') && getenv('CENOTE_POSTGRES') or die('skip needs pcntl, pdo_pgsql and scripts/servers/run.sh');
?>
--INI--
display_errors=0
--FILE--
<?php
require __DIR__ . '/forks.inc';
$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
fork_everywhere(fn () => new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]), 'SELECT pg_sleep(0.02)');
?>
--EXPECT--
3 states: done
