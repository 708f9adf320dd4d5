--TEST--
SPEC 30.14: signals that arrive while coroutines take turns are handled once each
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

pcntl_async_signals(true);
$count = 0;
pcntl_signal(SIGUSR1, function () use (&$count) { $count++; });
$all = [];
for ($i = 0; $i < 20; $i++) {
    $all[] = spawn(function () {
        for ($n = 0; $n < 5; $n++) {
            posix_kill(posix_getpid(), SIGUSR1);
            $n % 2 ? suspend() : delay(1);
        }
    });
}
foreach ($all as $c) {
    await($c);
}
var_dump($count);

pcntl_async_signals(false);
posix_kill(posix_getpid(), SIGUSR1);
suspend();
var_dump($count);
pcntl_signal_dispatch();
var_dump($count);
echo "done\n";
?>
--EXPECT--
int(100)
int(100)
int(101)
done
