--TEST--
SPEC 45.7: an error of a coroutine that nobody handles ends the program: graceful shutdown, then it is reported as uncaught with the place of spawn, exit code 255; more of them are put in front
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
function show(string $name, string $code, array $ini = []): void
{
    [$exit, $output, $log] = run_php('use function Async\{await, delay, protect, spawn, suspend}; use Async\AsyncCancellation;' . "\n" . $code, $ini + ['display_errors' => '0']);
    $log = preg_replace(['/^\[[^]]*\] /m', '/^#\d.*\n/m', '/^Stack trace:\n/m', '/coroutine #\d+/'], ['', '', '', 'coroutine #N'], $log);
    echo "-- $name\n$output\nexit code $exit\n$log";
}
show("the specification's", 'set_exception_handler(fn ($e) => print($e->getMessage()));
    spawn(fn () => throw new Exception("gone")); try { delay(60000); } finally { echo "main ends, "; }');
show('without a handler', 'spawn(function () { try { delay(60000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; throw $e; } });
    spawn(fn () => throw new Exception("gone"));
    register_shutdown_function(fn () => print("shutdown function"));
    delay(60000);');
show('several', 'set_exception_handler(function ($e) { for (; $e; $e = $e->getPrevious()) { echo $e->getMessage(), " "; } });
    spawn(function () { try { delay(60000); } finally { throw new Exception("second"); } });
    spawn(function () { try { delay(60000); } finally { delay(1); throw new Exception("third", 0, new Exception("why")); } });
    spawn(fn () => throw new Exception("first"));
    delay(60000);');
show('held, and awaited', '$c = spawn(fn () => throw new Exception("awaited")); delay(1); try { await($c); } catch (Exception $e) { echo $e->getMessage(); }');
show('held, and let go', '$c = spawn(fn () => throw new Exception("let go")); delay(1); echo "held, "; $c = null; try { delay(1); echo "never"; } catch (AsyncCancellation $e) { echo $e->getMessage(); }');
show('held to the end', '$c = spawn(fn () => throw new Exception("held")); delay(1); echo "main ends";');
show('after the main script', 'spawn(function () { try { delay(60000); } finally { echo ", cancelled"; } }); spawn(function () { delay(1); throw new Exception("late"); }); echo "main ends";');
show('in a callback', '$c = spawn(fn () => 1); $c->finally(fn () => throw new Exception("callback")); delay(60000);');
show('the main flow catches and goes on', 'spawn(fn () => throw new Exception("gone")); try { delay(60000); } catch (AsyncCancellation) { echo await(spawn(fn () => "later one")); }');
show('the handler throws', 'set_exception_handler(fn ($e) => throw new Exception("handler")); spawn(fn () => throw new Exception("gone")); delay(1);');
show('the handler exits', 'set_exception_handler(fn ($e) => exit(7)); register_shutdown_function(fn () => print("shutdown function")); spawn(fn () => throw new Exception("gone")); delay(1);');
show('report', 'spawn(fn () => throw new Exception("gone")); delay(1); echo "the rest runs";', ['cenote.unhandled' => 'report']);
show('report, set later', 'ini_set("cenote.unhandled", "report"); set_exception_handler(fn ($e) => print($e->getMessage() . " ")); spawn(fn () => throw new Exception("gone")); delay(1); echo "the rest runs";');
show('cancellations are nobody\'s errors', 'spawn(fn () => throw new AsyncCancellation("x")); delay(1); echo "goes on";');
var_dump(ini_get('cenote.unhandled'));
?>
--EXPECT--
-- the specification's
main ends, gone
exit code 255
-- without a handler
Graceful shutdown
shutdown function
exit code 255
PHP Fatal error:  Uncaught Exception: gone in child.php:3
  thrown in coroutine #N, spawned at child.php:3, in child.php on line 3
-- several
third why Graceful shutdown second Graceful shutdown first
exit code 255
-- held, and awaited
awaited
exit code 0
-- held, and let go
held, Graceful shutdown
exit code 255
PHP Fatal error:  Uncaught Exception: let go in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- held to the end
main ends
exit code 255
PHP Fatal error:  Uncaught Exception: held in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- after the main script
main ends, cancelled
exit code 255
PHP Fatal error:  Uncaught Exception: late in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- in a callback

exit code 255
PHP Fatal error:  Uncaught Exception: callback in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- the main flow catches and goes on
later one
exit code 255
PHP Fatal error:  Uncaught Exception: gone in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- the handler throws

exit code 255
PHP Fatal error:  Uncaught Exception: handler in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- the handler exits
shutdown function
exit code 7
-- report
the rest runs
exit code 255
PHP Warning:  Uncaught Exception: gone in child.php:2
  thrown in coroutine #N, spawned at child.php:2, in child.php on line 2
-- report, set later
gone the rest runs
exit code 255
-- cancellations are nobody's errors
goes on
exit code 0
string(8) "shutdown"
