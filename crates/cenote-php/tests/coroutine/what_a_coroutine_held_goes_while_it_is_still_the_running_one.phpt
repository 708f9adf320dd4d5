--TEST--
What a coroutine still holds when it ends goes while it is the running one: code that this runs neither waits nor throws in another (SPEC 30.11, 30.12)
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{coroutine_context, current_coroutine, spawn, suspend};

ini_set('cenote.unhandled', 'report');
set_exception_handler(fn (Throwable $error) => print "reported: {$error->getMessage()}\n");

final class Ending
{
    public function __construct(private string $what, private int $owner)
    {
    }

    public function __destruct()
    {
        echo "$this->what goes ", current_coroutine()->getId() === $this->owner ? 'with its owner' : 'with another', "\n";
        try {
            suspend();
            echo "waited\n";
        } catch (Error $error) {
            echo get_class($error), "\n";
        }
        throw new Exception("thrown beside $this->what");
    }
}

final class LoudCancellation extends AsyncCancellation
{
    public ?Ending $ending = null;
}

/** Somebody who waits in a loop over a channel goes on right after $task has ended. */
function beside(Closure $task): void
{
    $channel = new Async\Channel(1);
    $other = spawn(function () use ($channel): void {
        try {
            foreach ($channel as $value) {
                echo "got $value\n";
            }
            echo "closed\n";
        } catch (Throwable $error) {
            echo 'hit by: ', $error->getMessage(), "\n";
        }
    });
    suspend();
    spawn(function () use ($channel, $task): void {
        $task();
        $channel->sendAsync(1);
    });
    unset($task);
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
    $channel->close();
    Async\await($other);
}

beside(function (): void {
    $cancellation = new LoudCancellation('loud');
    $cancellation->ending = new Ending('a cancellation that was never thrown', current_coroutine()->getId());
    current_coroutine()->cancel($cancellation);
    throw new LogicException('its end');
});
beside(function (): void {
    coroutine_context()->set('a', new Ending('a value of its context', current_coroutine()->getId()));
});
beside(function (): void {
    $scope = new Scope();
    $last = $scope->spawn(function (): void {
        suspend();
        suspend();
    })->getId();
    $ending = new Ending('the handler of a scope that nobody else is in', $last);
    $scope->setExceptionHandler(function () use ($ending): void {
    });
    suspend();
});
echo "done\n";
?>
--EXPECT--
reported: its end
a cancellation that was never thrown goes with its owner
Error
reported: thrown beside a cancellation that was never thrown
closed
a value of its context goes with its owner
Error
reported: thrown beside a value of its context
got 1
closed
the handler of a scope that nobody else is in goes with its owner
Error
reported: thrown beside the handler of a scope that nobody else is in
got 1
closed
done
