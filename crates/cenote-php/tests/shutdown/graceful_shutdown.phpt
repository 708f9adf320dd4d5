--TEST--
SPEC 44.9: graceful_shutdown() cancels every coroutine, the main flow and the caller included, also in protect(); those not begun never run, later ones run; the script ends with code 0
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
echo "-- everybody\n";
show_php(<<<'PHP'
use function Async\{current_coroutine, delay, graceful_shutdown, protect, spawn, suspend};
$wait = function (string $name) {
    try { delay(60000); } catch (Async\AsyncCancellation $e) { echo "$name: ", get_class($e), ' ', $e->getMessage(), "\n"; throw $e; }
};
spawn($wait, 'first');
spawn(fn () => protect(fn () => $wait('protected')));
spawn(function () { try { delay(60000); } finally { delay(1); echo "finally may wait\n"; } });
spawn(function () {
    spawn(fn () => print("never\n"));
    graceful_shutdown();
    graceful_shutdown(new Async\AsyncCancellation('a second call does nothing'));
    echo "the caller goes on\n";
    spawn(function () { delay(2); echo "a later one runs\n"; });
    try { suspend(); echo "not reached\n"; } catch (Async\AsyncCancellation $e) { echo 'caller: ', $e->getMessage(), "\n"; }
});
register_shutdown_function(fn () => print("shutdown function\n"));
set_exception_handler(fn () => print("never\n"));
try { delay(60000); } finally { echo "main\n"; }
PHP);
echo "-- with an error of its own\n";
show_php(<<<'PHP'
class Stop extends Async\AsyncCancellation {}
Async\spawn(function () { try { Async\delay(60000); } catch (Stop $e) { echo $e->getMessage(), "\n"; } });
Async\suspend();
Async\graceful_shutdown(new Stop('mine'));
echo "main goes on\n";
Async\delay(1);
echo "not reached\n";
PHP);
echo "-- caught in the main flow, which goes on\n";
show_php(<<<'PHP'
Async\graceful_shutdown();
try { Async\delay(1); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo Async\await(Async\spawn(fn () => "spawned later\n"));
PHP);
echo "-- after the main script's end\n";
show_php(<<<'PHP'
Async\spawn(function () { Async\delay(1); Async\graceful_shutdown(); });
Async\spawn(function () { try { Async\delay(60000); } finally { echo "cancelled\n"; } });
echo "main ends\n";
PHP);
echo "-- with exit code of the script's own\n";
show_php('Async\graceful_shutdown(); try { Async\delay(1); } finally { exit(3); }');
echo "-- not in use, and arguments\n";
show_php('Async\graceful_shutdown(); echo "nothing to do\n"; try { Async\graceful_shutdown(new Exception); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }');
echo "-- a Fiber\n";
show_php(<<<'PHP'
$f = new Fiber(function () { try { Fiber::suspend(); } catch (Async\AsyncCancellation $e) { echo 'fiber: ', $e->getMessage(), "\n"; } });
$f->start();
Async\graceful_shutdown();
try { Async\delay(5); } catch (Async\AsyncCancellation) { echo "main\n"; Async\delay(5); }
PHP);
?>
--EXPECT--
-- everybody
the caller goes on
caller: Graceful shutdown
main
first: Async\AsyncCancellation Graceful shutdown
protected: Async\AsyncCancellation Graceful shutdown
finally may wait
a later one runs
shutdown function
exit code 0
-- with an error of its own
main goes on
mine
exit code 0
-- caught in the main flow, which goes on
Graceful shutdown
spawned later
exit code 0
-- after the main script's end
main ends
cancelled
exit code 0
-- with exit code of the script's own
exit code 3
-- not in use, and arguments
nothing to do
Async\graceful_shutdown(): Argument #1 ($cancellationError) must be of type ?Async\AsyncCancellation, Exception given
exit code 0
-- a Fiber
main
fiber: Graceful shutdown
exit code 0
