--TEST--
SPEC 30.2: a coroutine is cancelled when its answer has just come: its library sees a dead connection, not the answer
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn (): bool => true);
foreach (['mysqli', 'pdo_mysql', 'pdo_pgsql', 'phpredis'] as $client) {
    do {
        $task = spawn(fn (): mixed => clients()[$client]()(100));
        delay(15);
    } while ($task->isCompleted()); // the machine stood still
    for ($begin = hrtime(true); hrtime(true) - $begin < 150e6; ) {
        // busy: nobody looks whether the answer is there
    }
    $task->cancel();
    try {
        $answer = await($task);
        echo "$client: ", json_encode($answer), "\n";
    } catch (Async\AsyncCancellation $error) {
        echo "$client: cancelled, previous: ", $error->getPrevious() ? get_class($error->getPrevious()) : 'none', "\n";
    }
}
echo "done\n";
?>
--EXPECT--
mysqli: cancelled, previous: mysqli_sql_exception
pdo_mysql: cancelled, previous: PDOException
pdo_pgsql: cancelled, previous: PDOException
phpredis: cancelled, previous: RedisException
done
