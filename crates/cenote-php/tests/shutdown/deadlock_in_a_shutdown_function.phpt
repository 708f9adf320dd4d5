--TEST--
SPEC 45.6: a deadlock in a shutdown function, which may catch its cancellation and go on, is reported at the end as any other, also by the exit code
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
function show(string $name, string $code): void
{
    [$exit, $output] = run_php('ini_set("async.debug_deadlock", "0"); set_exception_handler(fn ($e) => print(get_class($e) . ": " . $e->getMessage() . "\n"));
        function wait() {
            $never = (new Async\Future(new Async\FutureState()))->ignore();
            try { Async\await($never); } catch (Async\AsyncCancellation $e) { echo "caught: ", $e->getMessage(), "\n"; }
        } ' . $code);
    echo "-- $name\n$output\nexit code $exit\n";
}
show('alone', 'register_shutdown_function("wait"); register_shutdown_function(fn () => print("the next one\n")); echo "main\n";');
show('twice', 'register_shutdown_function("wait"); register_shutdown_function("wait");');
show('a coroutine waits as well', 'register_shutdown_function(function () { Async\spawn("wait"); wait(); });');
show('after coroutines of the main script', 'Async\spawn(fn () => print("main\n")); register_shutdown_function("wait");');
?>
--EXPECT--
-- alone
main
caught: Deadlock detected
the next one
Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting
exit code 255
-- twice
caught: Deadlock detected
caught: Deadlock detected
Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting
exit code 255
-- a coroutine waits as well
caught: Deadlock detected
caught: Deadlock detected
Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting
exit code 255
-- after coroutines of the main script
main
caught: Deadlock detected
Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting
exit code 255
