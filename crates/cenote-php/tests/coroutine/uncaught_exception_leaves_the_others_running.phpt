--TEST--
SPEC 30.7: a coroutine's uncaught exception ends that coroutine alone
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{spawn, delay, await, suspend};

set_exception_handler(function (Throwable $e) { echo 'handler: ', get_class($e), "\n"; });
$c = spawn(function () { suspend(); suspend(); delay(1); return 'unharmed'; });
spawn(function () { throw new LogicException; });
spawn(function () { throw new TypeError; });
suspend();
suspend();
echo await($c), "\n";
echo "done\n";
?>
--EXPECT--
handler: LogicException
handler: TypeError
unharmed
done
