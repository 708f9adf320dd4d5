--TEST--
SPEC 30.7: an exception that getException() has returned is not reported as uncaught; one that only isCancelled() and getResult() looked at is
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{delay, spawn};

$failing = fn (string $text): Closure => fn (): never => throw new RuntimeException($text);

$in_callback = spawn($failing('read in onFinally'));
$in_callback->onFinally(function () use ($in_callback): void {
    echo 'handled: ', $in_callback->getException()->getMessage(), "\n";
});
$in_callback = null;
delay(5);

$too_early = spawn($failing('asked for before it came'));
var_dump($too_early->getException());
delay(5);
set_exception_handler(function (Throwable $error): void {
    echo 'reported: ', $error->getMessage(), "\n";
});
$looked_at = spawn($failing('nobody read this'));
delay(5);
var_dump($looked_at->isCancelled(), $looked_at->getResult());
$looked_at = null;

$at_the_end = spawn($failing('read, and alive to the end'));
delay(5);
echo 'handled: ', $at_the_end->getException()->getMessage(), "\n";
echo 'handled: ', $too_early->getException()->getMessage(), "\n";
restore_exception_handler();
echo "done\n";
?>
--EXPECT--
handled: read in onFinally
NULL
bool(false)
NULL
reported: nobody read this
handled: read, and alive to the end
handled: asked for before it came
done
