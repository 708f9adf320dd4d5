--TEST--
SPEC 43.3: getResult() and getException() are null until the coroutine is over; a cancellation is its exception
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

$value = spawn(function () { suspend(); return 5; });
$fails = spawn(fn () => throw new Exception('no'));
var_dump($value->getResult(), $value->getException(), $fails->getException());
await($value);
var_dump($value->getResult(), $value->getException(), $fails->getResult(), $fails->getException()->getMessage());
$cancelled = spawn(fn () => delay(1000));
$cancelled->cancel($reason = new Async\AsyncCancellation('away'));
suspend();
suspend();
var_dump($cancelled->getResult(), $cancelled->getException() === $reason);
?>
--EXPECT--
NULL
NULL
NULL
int(5)
NULL
NULL
string(2) "no"
NULL
bool(true)
