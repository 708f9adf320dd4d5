--TEST--
SPEC 45.5: a plain AsyncCancellation that leaves the main script ends it silently, the exit code is 255; an OperationCanceledException is reported like any exception
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
function show(string $name, string $code): void
{
    [$exit, $output, $log] = run_php($code, ['display_errors' => '0']);
    echo "-- $name\n$output\nexit code $exit, ", $log === '' ? 'silent' : explode(' in ', strstr($log, 'PHP '))[0], "\n";
}
show('thrown', 'Async\spawn(function () { Async\delay(1); echo "others run on"; }); throw new Async\AsyncCancellation("x");');
show('cancelled', '$main = Async\current_coroutine(); Async\spawn(function () use ($main) {
    $main->cancel();
    try { Async\await($main); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), " ", var_export($main->isCancelled(), true); }
}); Async\delay(60000);');
show('through finally, with a handler', 'set_exception_handler(fn ($e) => print("handler: " . $e->getMessage()));
    register_shutdown_function(function () { echo "shutdown"; });
    try { throw new Async\AsyncCancellation("x"); } catch (Exception) { echo "never"; } finally { echo "finally "; }');
show('a class below it', 'class Mine extends Async\AsyncCancellation {} function f() { throw new Mine("x", 0, new Exception("y")); } f();');
show('in a function of ours', 'set_exception_handler(null); Async\protect(fn () => throw new Async\AsyncCancellation("x"));');
show('rethrown', 'try { throw new Async\AsyncCancellation("x"); } catch (Error $e) { echo "caught"; throw $e; }');
show('one was caught before', 'try { throw new Async\AsyncCancellation("x"); } catch (Error $e) { echo "caught"; } throw new Exception("other");');
show('another in its finally', 'set_exception_handler(fn ($e) => print("handler: " . $e->getMessage()));
    try { throw new Async\AsyncCancellation("x"); } finally { throw new Exception("other"); }');
show('OperationCanceledException', 'Async\await(new Async\Future(new Async\FutureState), Async\timeout(1));');
show('in a Fiber', '(new Fiber(function () { throw new Async\AsyncCancellation("x"); }))->start();');
show('exit in finally', 'try { throw new Async\AsyncCancellation("x"); } finally { exit(4); }');
?>
--EXPECT--
-- thrown
others run on
exit code 255, silent
-- cancelled
Coroutine cancelled true
exit code 255, silent
-- through finally, with a handler
finally shutdown
exit code 255, silent
-- a class below it

exit code 255, silent
-- in a function of ours

exit code 255, silent
-- rethrown
caught
exit code 255, silent
-- one was caught before
caught
exit code 255, PHP Fatal error:  Uncaught Exception: other
-- another in its finally
handler: other
exit code 0, silent
-- OperationCanceledException

exit code 255, PHP Fatal error:  Uncaught Async\TimeoutException: Timeout occurred after 1 milliseconds
-- in a Fiber

exit code 255, silent
-- exit in finally

exit code 4, silent
