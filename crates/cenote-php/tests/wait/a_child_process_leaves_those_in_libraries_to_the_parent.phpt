--TEST--
SPEC 29.7: a child process ends in order while coroutines of the parent wait in libraries, which get their answers
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$tasks = [];
foreach (['mysqli', 'phpredis', 'curl'] as $client) {
    $tasks[$client] = spawn(fn (): mixed => clients()[$client]()(500));
}
delay(200);
$child = pcntl_fork();
if ($child === 0) {
    $wait = clients()['pdo_pgsql']();
    $beside = spawn(function (): void {
        echo "a new coroutine runs in the child\n";
    });
    $wait(50);
    echo "the child waited\n";
    posix_kill(getmypid(), SIGKILL); // what stock clients do with inherited connections at the end is theirs
}
pcntl_waitpid($child, $status);
foreach ($tasks as $client => $task) {
    echo "$client: ", json_encode(await($task)), "\n";
}
echo "done\n";
?>
--EXPECT--
a new coroutine runs in the child
the child waited
mysqli: ["0"]
phpredis: []
curl: "waited 500 ms\n"
done
