--TEST--
SPEC 30.11, 45.4: what a coroutine's function held ends before its result is there: what that throws is the coroutine's error, and a cancellation that comes meanwhile is not reported
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn, suspend};

final class Throwing
{
    public function __destruct()
    {
        throw new LogicException('its end');
    }
}

final class ClosesSlowly
{
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_close(): void
    {
        echo "closing\n";
        delay(10_000);
        echo "closed\n";
    }
}
stream_wrapper_register('slow', ClosesSlowly::class);

function outcome(Async\Coroutine $coroutine): void
{
    try {
        var_dump(await($coroutine));
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
    var_dump($coroutine->isCancelled());
}

echo "-- what it has captured\n";
outcome((function () {
    $held = new Throwing();
    return spawn(function () use ($held): int {
        return 1;
    });
})());

echo "-- an argument\n";
outcome(spawn(function (Throwing $held): int {
    unset($held);
    return 2;
}, new Throwing()));

echo "-- a cancellation comes while a stream that it has captured is closed\n";
$closing = (function () {
    $stream = fopen('slow://', 'r');
    return spawn(function () use ($stream): int {
        return 3;
    });
})();
suspend();
$closing->cancel();
outcome($closing);

echo "-- and nobody awaits it\n";
$closing = (function () {
    $stream = fopen('slow://', 'r');
    return spawn(function () use ($stream): void {
    });
})();
suspend();
$closing->cancel();
unset($closing);
suspend();
echo "done\n";
?>
--EXPECT--
-- what it has captured
LogicException: its end
bool(false)
-- an argument
LogicException: its end
bool(false)
-- a cancellation comes while a stream that it has captured is closed
closing
Async\AsyncCancellation: Coroutine cancelled
bool(true)
-- and nobody awaits it
closing
done
