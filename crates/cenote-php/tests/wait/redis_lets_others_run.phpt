--TEST--
SPEC 30.13: phpredis: a wait for the server stops neither other coroutines nor, in the main flow, anybody else
--DESCRIPTION--
waits: phpredis | lets others run | yes
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
lets_others_run('phpredis');
echo "done\n";
?>
--EXPECT--
coroutine waits
coroutine has its answer
another one ran all the while
another one runs while the main flow waits
main flow has its answer
done
