--TEST--
SPEC 30.11, 45.6: a cancellation that was held back when a deadlock ends everybody goes with its coroutine: what its end throws is nobody else's
--FILE--
<?php
set_exception_handler(function (Throwable $e): void {
    do {
        echo 'at the end: ', get_class($e), ' ', strtok($e->getMessage(), ':'), "\n";
    } while ($e = $e->getPrevious());
});
use Async\{AsyncCancellation, Channel};
use function Async\{await, delay, protect, spawn};

final class Thrower
{
    public function __destruct()
    {
        echo "goes\n";
        throw new LogicException('of a destructor');
    }
}

final class Cancelled extends AsyncCancellation
{
    public ?Thrower $held = null;
}

$catches = fn(string $who, Closure $wait) => function () use ($who, $wait): void {
    try {
        $wait();
    } catch (Throwable $e) {
        do {
            echo "$who: ", get_class($e), ' ', strtok($e->getMessage(), ':'), "\n";
        } while ($e = $e->getPrevious());
    }
};
$held_back = spawn($catches('held back', fn() => protect(fn() => (new Channel())->recv())));
$other = spawn($catches('another', fn() => (new Channel())->recv()));
delay(1);
$error = new Cancelled('mine');
$error->held = new Thrower();
$held_back->cancel($error);
$error = null;
// Nobody runs when the deadlock is found.
spawn(fn() => print("the last that runs\n"));
$catches('main', fn() => await($other))();
echo "main goes on\n";
$held_back = null;
?>
--EXPECT--
the last that runs
main: Async\AsyncCancellation Deadlock detected
main: Async\DeadlockError Deadlock detected
main goes on
held back: Async\AsyncCancellation Deadlock detected
held back: Async\DeadlockError Deadlock detected
goes
another: Async\AsyncCancellation Graceful shutdown
at the end: LogicException of a destructor
at the end: Async\DeadlockError Deadlock detected
