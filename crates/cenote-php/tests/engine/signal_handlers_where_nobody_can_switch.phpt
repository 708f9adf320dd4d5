--TEST--
SPEC 30.12, 30.14: where the engine forbids switching a handler is put off until that is over, 50 ms at most; then it runs there, in its own name, and cannot wait
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, current_coroutine, spawn, suspend};

pcntl_async_signals(true);
$me = posix_getpid();
$main = current_coroutine();
spawn(fn () => null);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled): void {
    await(spawn(fn (): int => 1));
    $handled++;
    echo "handler has waited\n";
});
// In __toString() of what array_multisort() compares, for one.
final class Text
{
    public function __construct(private Closure $body)
    {
    }
    public function __toString(): string
    {
        ($this->body)();
        return 'text';
    }
}
function sort_with(Closure $body): void
{
    $data = ['a', new Text($body)];
    array_multisort($data);
}
sort_with(function () use ($me): void {
    posix_kill($me, SIGUSR1);
    for ($i = 0; $i < 10; $i++) {
        strlen('the signal has come');
    }
    echo "sorted\n";
});
while (!$handled) {
    suspend();
}
// A place that a handler is to end.
pcntl_signal(SIGUSR2, function () use (&$stop, $main): void {
    try {
        await(spawn(fn (): int => 1));
        echo "waited\n";
    } catch (Error $e) {
        echo strstr($e->getMessage(), ':', true), current_coroutine() === $main ? '' : ', in its own name', "\n";
    }
    $stop = true;
});
sort_with(function () use ($me, &$stop): void {
    posix_kill($me, SIGUSR2);
    while (!$stop) {
        usleep(1000);
    }
});

// One that calls nothing.
$stop = false;
sort_with(function () use ($me, &$stop): void {
    posix_kill($me, SIGUSR2);
    while (!$stop) {
    }
});
// What it throws there goes to the main flow too.
pcntl_signal(SIGUSR2, fn () => throw new RuntimeException('thrown'));
try {
    sort_with(function () use ($me): void {
        posix_kill($me, SIGUSR2);
        while (true) {
            usleep(1000);
        }
    });
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
sorted
handler has waited
Cannot wait here, in its own name
Cannot wait here, in its own name
thrown
done
