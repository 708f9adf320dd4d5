--TEST--
SPEC 30.14, 30.12: a handler that interrupts running code cannot wait; the coroutine goes on
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{Future, FutureState};

$keep = new FutureState;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($keep) {
    try {
        await(new Future($keep));
        echo "waited\n";
    } catch (Throwable) {
        echo "refused\n";
    }
});
$c = spawn(function () {
    posix_kill(posix_getpid(), SIGUSR1);
    for ($i = 0, $n = 0; $i < 1000; $i++) {
        $n += $i;
    }
    suspend();
    return $n;
});
var_dump(await($c));
posix_kill(posix_getpid(), SIGUSR1);
suspend();
echo "done\n";
?>
--EXPECT--
refused
int(499500)
refused
done
