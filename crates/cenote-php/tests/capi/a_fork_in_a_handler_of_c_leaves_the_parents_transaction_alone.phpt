--TEST--
SPEC 29.6, 29.7: a fork in a signal handler of C code, wherever the process is: the child ends, and the transactions of its parent go on
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; extension_loaded('pcntl') or die('skip needs pcntl'); ?>
--INI--
display_errors=0
--FILE--
<?php
require __DIR__ . '/forks.inc';
$file = tempnam(sys_get_temp_dir(), 'cenote');
register_shutdown_function(fn () => capi_forked() === 0 || unlink($file));
fork_everywhere(fn () => new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]), null);
?>
--EXPECT--
2 states: done
