--TEST--
SPEC 30.14: a signal handler runs while everything waits in libraries; what it throws goes to the main flow
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$other = spawn(fn (): mixed => clients()['phpredis']()(1000));
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo "handler\n";
});
pcntl_signal(SIGUSR2, function (): void {
    throw new RuntimeException('from the handler');
});
$wait = clients()['mysqli']();
$me = getmypid();
$helper = proc_open(['sh', '-c', "sleep 0.1; kill -USR1 $me; sleep 0.1; kill -USR2 $me"], [], $pipes);
$begin = hrtime(true);
try {
    $wait(50_000);
} catch (RuntimeException $error) {
    echo $error->getMessage(), ', previous: ', get_class($error->getPrevious()), "\n";
}
echo hrtime(true) - $begin < 40e9 ? "at once\n" : "late\n";
echo is_array(await($other)) ? "the other has its answer\n" : "the other was disturbed\n";
echo "done\n";
?>
--EXPECT--
handler
from the handler, previous: mysqli_sql_exception
at once
the other has its answer
done
