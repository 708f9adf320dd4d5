--TEST--
SPEC 45.6: a deadlock cancels all who wait, in order of creation, also in protect(), with the DeadlockError as previous; they may go on, and once all are over the script ends with it, uncaught
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$wait = 'use function Async\{await, delay, protect, spawn, suspend}; use Async\{AsyncCancellation, Channel, Future, FutureState};
    $keep = new FutureState; $never = fn () => await(new Future($keep));
    $tell = fn (string $who, Throwable $e) => print("$who: " . get_class($e) . " " . $e->getMessage() . ", before it " . get_class($e->getPrevious()) . " " . strtok($e->getPrevious()->getMessage(), "\n") . "\n");
    ';
function show(string $name, string $code, array $ini = []): void
{
    [$exit, $output, $log] = run_php($code, $ini + ['display_errors' => '0', 'async.debug_deadlock' => '0']);
    echo "-- $name\n$output\nexit code $exit\n", preg_replace('/^\[[^]]*\] /m', '', $log);
}
show('all who wait', $wait . '
    spawn(function () use ($never, $tell) { try { $never(); } catch (AsyncCancellation $e) { $tell("first", $e); } });
    spawn(function () use ($never, $tell) { try { protect($never); } catch (AsyncCancellation $e) { $tell("protected", $e); throw $e; } });
    register_shutdown_function(fn () => print("shutdown function\n"));
    try { $never(); } catch (AsyncCancellation $e) { $tell("main", $e); }
    delay(1);
    echo await(spawn(fn () => "goes on\n"));');
show('at the end of the script, with a handler', $wait . '
    set_exception_handler(fn ($e) => print(get_class($e) . ": " . $e->getMessage() . " at " . $e->getFile() . ":" . $e->getLine() . " " . json_encode($e->getTrace()) . "\n"));
    spawn(function () use ($never, $tell) { try { $never(); } finally { echo "cancelled\n"; } });
    echo "main ends\n";');
show('main alone, uncaught', '(new Async\Channel)->recv();');
show('twice', $wait . '
    set_exception_handler(fn ($e) => print($e->getMessage() . ", after " . $e->getPrevious()->getMessage() . "\n"));
    $c = spawn($never);
    try { $never(); } catch (AsyncCancellation $e) { $tell("main", $e); }
    suspend();
    try { $never(); } catch (AsyncCancellation $e) { $tell("main", $e); }');
show('with the list', "namespace My;\n" . $wait . 'spawn($never);' . "\n" . '$never();', ['async.debug_deadlock' => '1']);
show('set anywhere', $wait . 'ini_set("async.debug_deadlock", "1"); set_exception_handler(fn ($e) => print(substr_count($e->getMessage(), "\n") . " lines more\n"));
    spawn($never); $never();');
var_dump(ini_get('async.debug_deadlock'));
?>
--EXPECT--
-- all who wait
main: Async\AsyncCancellation Deadlock detected, before it Async\DeadlockError Deadlock detected: no active coroutines, 3 coroutines in waiting
first: Async\AsyncCancellation Deadlock detected, before it Async\DeadlockError Deadlock detected: no active coroutines, 3 coroutines in waiting
protected: Async\AsyncCancellation Deadlock detected, before it Async\DeadlockError Deadlock detected: no active coroutines, 3 coroutines in waiting
goes on
shutdown function
exit code 255
PHP Fatal error:  Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
-- at the end of the script, with a handler
main ends
cancelled
Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting at [no active file]:0 []
exit code 255
-- main alone, uncaught

exit code 255
PHP Fatal error:  Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
-- twice
main: Async\AsyncCancellation Deadlock detected, before it Async\DeadlockError Deadlock detected: no active coroutines, 2 coroutines in waiting
main: Async\AsyncCancellation Deadlock detected, before it Async\DeadlockError Deadlock detected: no active coroutines, 1 coroutines in waiting
Deadlock detected: no active coroutines, 1 coroutines in waiting, after Deadlock detected: no active coroutines, 2 coroutines in waiting
exit code 255
-- with the list

exit code 255
PHP Fatal error:  Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting
  the main flow, waiting at child.php:3
  coroutine #2 spawned at child.php:5, waiting at child.php:3 in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
-- set anywhere
2 lines more
exit code 255
string(1) "1"
