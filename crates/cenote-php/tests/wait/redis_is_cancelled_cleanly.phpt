--TEST--
SPEC 30.2: phpredis: a coroutine that is cancelled while it waits for the server gets its cancellation at once
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
is_cancelled_cleanly('phpredis');
echo "done\n";
?>
--EXPECT--
finally
Async\AsyncCancellation, previous: RedisException
at once
another connection went on
a new connection works
done
