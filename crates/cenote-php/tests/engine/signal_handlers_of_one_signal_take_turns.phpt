--TEST--
SPEC 30.14: handlers of one signal run one after another, of different ones side by side; of one signal 32 wait at most
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
use Async\{Future, FutureState};

pcntl_async_signals(true);
$me = posix_getpid();
$open = new FutureState;
$count = 0;
pcntl_signal(SIGUSR1, function () use ($open, &$count, &$inside): void {
    $inside = ($inside ?? 0) + 1;
    if ($inside > 1) {
        echo "two at once\n";
    }
    await(new Future($open));
    suspend();
    $inside--;
    $count++;
});
pcntl_signal(SIGUSR2, function () use ($open): void {
    echo "the other one\n";
    $open->complete(null);
});
$c = spawn(function () use ($me): void {
    for ($i = 0; $i < 3; $i++) {
        posix_kill($me, SIGUSR1);
    }
    posix_kill($me, SIGUSR2);
});
await($c);
while ($count < 3) {
    suspend();
}
echo "three\n";

$open = new FutureState;
pcntl_signal(SIGUSR1, function () use (&$open, &$count): void {
    await(new Future($open));
    $count++;
});
$count = 0;
for ($i = 0; $i < 100; $i++) {
    posix_kill($me, SIGUSR1);
}
$open->complete(null);
delay(20);
echo "$count\n";

// No handler interrupts another.
pcntl_signal(SIGUSR2, function (): void {
    echo "second\n";
});
pcntl_signal(SIGUSR1, function () use ($me): void {
    posix_kill($me, SIGUSR2);
    for ($i = 0; $i < 1000; $i++) {
        strlen('busy');
    }
    echo "first\n";
});
posix_kill($me, SIGUSR1);
suspend();
echo "done\n";
?>
--EXPECT--
the other one
three
33
first
second
done
