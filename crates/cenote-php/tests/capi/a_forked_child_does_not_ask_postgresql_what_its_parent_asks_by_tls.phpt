--TEST--
SPEC 29.6: a child that a signal handler of C code has forked in the middle of a call sends nothing on its parent's encrypted connection to PostgreSQL and takes no answer from it, wherever the call was
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
extension_loaded('pcntl') && extension_loaded('pdo_pgsql') && getenv('CENOTE_POSTGRES_TCP') or die('skip needs pcntl, pdo_pgsql and scripts/servers/run.sh');
trim((string) shell_exec('command -v cc')) !== '' or die('skip needs a C compiler, for a signal between an answer and what is sent next');
?>
--INI--
display_errors=0
--FILE--
<?php
const ANSWERS = 24;
putenv('CENOTE_ALARM_AT=any');
require __DIR__ . '/forks_in_a_call.inc';
ask_and_fork('pgsql:' . getenv('CENOTE_POSTGRES_TCP'), null);
?>
--EXPECT--
24 answers: done
