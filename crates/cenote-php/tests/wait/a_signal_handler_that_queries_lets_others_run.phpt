--TEST--
SPEC 30.14: a signal handler that queries gets its answer while others run, and may await what it spawns, while coroutines wait in libraries
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
$ticks = 0;
$handled = false;
$ticker = spawn(function () use (&$ticks): void {
    while (true) {
        usleep(1000);
        $ticks++;
    }
});
$other = spawn(fn (): mixed => clients()['pdo_pgsql, TLS']()(400));
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($mysqli, &$ticks, &$handled): void {
    $before = $ticks;
    echo 'handler: ', $mysqli->query('SELECT 6 + SLEEP(0.05)')->fetch_row()[0], $ticks === $before ? ', alone' : ', beside others', "\n";
    echo 'awaited: ', await(spawn(fn (): int => 1)), "\n";
    $handled = true;
});
$helper = proc_open(['sh', '-c', 'sleep 0.1; kill -USR1 ' . getmypid()], [], $pipes);
$wait = clients()['phpredis']();
do {
    $answer = $wait(300);
} while (!$handled);
echo 'main flow: ', json_encode($answer), "\n";
await($other);
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
handler: 6, beside others
awaited: 1
main flow: []
done
