--TEST--
SPEC 30.11, 45.6: what a deadlock gives up ends in a coroutine of its own: what its destructor throws reaches none of those that are cancelled
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend};

final class Thrower
{
    public function handle(Throwable $e): void
    {
        echo "handled\n";
    }

    public function __destruct()
    {
        echo "the handler goes\n";
        throw new LogicException('of a destructor');
    }
}

function show(string $who, Throwable $e): void
{
    do {
        echo "$who: ", get_class($e), ' ', strtok($e->getMessage(), ':'), "\n";
    } while ($e = $e->getPrevious());
}

set_exception_handler(fn(Throwable $e) => show('at the end', $e));
$waits_again = function (string $who): void {
    foreach (['first', 'again'] as $time) {
        try {
            (new Channel())->recv();
        } catch (Throwable $e) {
            show("$who, $time", $e);
        }
    }
};
spawn($waits_again, 'one');
spawn($waits_again, 'two');
// The program ends with its error; the deadlock takes its place, and the coroutine with its handler goes.
spawn(function (): void {
    set_exception_handler([new Thrower(), 'handle']);
    throw new Exception('the first error');
});
?>
--EXPECTF--
one, first: Async\AsyncCancellation Graceful shutdown
two, first: Async\AsyncCancellation Graceful shutdown
one, again: Async\AsyncCancellation Deadlock detected
one, again: Async\DeadlockError Deadlock detected
one, again: Exception the first error
two, again: Async\AsyncCancellation Deadlock detected
two, again: Async\DeadlockError Deadlock detected
two, again: Exception the first error
the handler goes

Warning: Uncaught LogicException: of a destructor in %s:%d
Stack trace:
#0 [internal function]: Thrower->__destruct()
#1 {main}
  thrown in %s on line %d
at the end: Async\DeadlockError Deadlock detected
at the end: Exception the first error
