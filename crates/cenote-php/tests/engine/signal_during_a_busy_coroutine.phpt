--TEST--
SPEC 30.14: a handler that interrupts running code has a coroutine of its own and may wait; the interrupted code goes on at the handler's first wait, before anybody else
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, current_coroutine, spawn, suspend};
use Async\{Future, FutureState};

$state = new FutureState;
$main = current_coroutine();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (int $signal, array $info) use ($state, $main, &$interrupted): void {
    $me = current_coroutine();
    echo $me !== $main && $me !== $interrupted ? "a coroutine of its own" : "not its own", ", $signal = ", SIGUSR1, ", ";
    echo $info['signo'] === SIGUSR1 ? 'with' : 'without', " details, ", basename($me->getSpawnLocation()), "\n";
    $value = await(new Future($state));
    echo "handler: $value\n";
});
$interrupted = spawn(function () {
    posix_kill(posix_getpid(), SIGUSR1);
    for ($i = 0, $n = 0; $i < 1000; $i++) {
        $n += $i;
    }
    echo "interrupted: $n\n";
    suspend();
    return 'interrupted: the end';
});
spawn(function () use ($state): void {
    echo "another\n";
    $state->complete('waited');
});
echo await($interrupted), "\n";

// The main flow, in a loop that only a handler ends.
$stop = false;
pcntl_signal(SIGUSR1, function () use (&$stop): void {
    $stop = await(spawn(fn (): bool => true));
});
$turns = 0;
posix_kill(posix_getpid(), SIGUSR1);
while (!$stop) {
    if ($turns++ % 100 === 0) {
        suspend();
    }
}
echo "done\n";
?>
--EXPECT--
a coroutine of its own, 10 = 10, with details, signal_during_a_busy_coroutine.php:8
interrupted: 499500
another
handler: waited
interrupted: the end
done
