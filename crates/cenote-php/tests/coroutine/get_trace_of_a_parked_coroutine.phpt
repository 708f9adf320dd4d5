--TEST--
SPEC 30.15, 43.5: getTrace() shows where a coroutine is parked, in the form of debug_backtrace
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};

function inner() { delay(60000); }
function outer(int $x) { inner(); }

$c = spawn(function () { outer(5); });
$new = $c->getTrace();
suspend();
$names = fn(array $trace) => implode(' < ', array_map(
    fn($frame) => $frame['function'] . (isset($frame['line']) ? ':' . $frame['line'] : ''), $trace));
echo $names($c->getTrace()), "\n";
echo basename($c->getTrace()[0]['file']) === basename(__FILE__) ? "file\n" : "no file\n";
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation) {}
var_dump($new, $c->getTrace());

$self = spawn(function () { return current_coroutine()->getTrace(); });
var_dump(await($self));
$fails = spawn(fn() => 1 / 0);
suspend();
var_dump($fails->getTrace());
try { await($fails); } catch (DivisionByZeroError) {}
echo "done\n";
?>
--EXPECTF--
%Sdelay:4 < inner:5 < outer:7 < {closure%S}
file
NULL
NULL
NULL
NULL
done
