--TEST--
SPEC 30.7: the report comes as soon as nobody can await the coroutine any more, and not before
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{spawn, suspend, await};

set_exception_handler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
$fail = function (string $text) { throw new RuntimeException($text); };

$c = spawn($fail, 'dropped later');
suspend();
suspend();
echo "still held\n";
unset($c);
suspend();
echo "dropped\n";

$c = spawn($fail, 'awaited late');
suspend();
try {
    await($c);
} catch (RuntimeException $e) {
    echo 'caught: ', $e->getMessage(), "\n";
}
unset($c);
suspend();

$kept = spawn($fail, 'kept to the end');
suspend();
echo "main ends\n";
?>
--EXPECT--
still held
handler: dropped later
dropped
caught: awaited late
main ends
handler: kept to the end
