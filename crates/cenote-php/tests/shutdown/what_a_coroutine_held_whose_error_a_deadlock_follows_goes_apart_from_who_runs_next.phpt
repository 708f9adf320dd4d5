--TEST--
SPEC 30.11, 45.6: what a coroutine held whose error a deadlock follows goes in a run of its own: its destructor does not run as the coroutine that goes on, and does not throw into it
--FILE--
<?php
use Async\Channel;
use function Async\{coroutine_context, current_coroutine, delay, spawn};

final class Held
{
    public function __destruct()
    {
        global $waiter;
        echo 'destructor in the waiter: ', var_export(current_coroutine() === $waiter, true), "\n";
        throw new LogicException('of the destructor');
    }
}

// Waits again when the end of the program cancels it; then nobody else is left.
$waiter = spawn(function () {
    foreach (['a shutdown', 'a deadlock'] as $what) {
        try {
            (new Channel())->recv();
        } catch (Throwable $error) {
            for ($last = $error; $last->getPrevious() !== null;) {
                $last = $last->getPrevious();
            }
            echo "$what: ", get_class($error), ' after ', get_class($last), "\n";
        }
    }
});
spawn(function () {
    coroutine_context()->set('held', new Held());
    try {
        delay(1);
    } catch (Async\AsyncCancellation) {
    }
    delay(2);
    throw new RuntimeException('second');
});
spawn(function () {
    throw new RuntimeException('first');
});
?>
--EXPECTF--
a shutdown: Async\AsyncCancellation after Async\AsyncCancellation
a deadlock: Async\AsyncCancellation after RuntimeException
destructor in the waiter: false

Warning: Uncaught LogicException: of the destructor in %s
Stack trace:
#0 [internal function]: Held->__destruct()
#1 {main}
  thrown in %s on line %d

Fatal error: Uncaught RuntimeException: first in %s
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}

Next RuntimeException: second in %s
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}

Next Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting
  coroutine #%d spawned at %s, waiting at %s in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
