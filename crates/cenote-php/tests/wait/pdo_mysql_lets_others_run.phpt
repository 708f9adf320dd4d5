--TEST--
SPEC 30.13: pdo_mysql: a wait for the server stops neither other coroutines nor, in the main flow, anybody else
--DESCRIPTION--
waits: pdo_mysql (mysqlnd) | lets others run | yes
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
lets_others_run('pdo_mysql');
echo "done\n";
?>
--EXPECT--
coroutine waits
coroutine has its answer
another one ran all the while
another one runs while the main flow waits
main flow has its answer
done
