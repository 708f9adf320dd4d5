--TEST--
SPEC 30.4: a throwing onFinally callback neither changes the fixed result nor stops the other callbacks
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{spawn, await, suspend};

set_exception_handler(function () {}); // whether and where such an exception is reported is not the point here
$c = spawn(fn() => 'result');
$c->onFinally(function () { echo "one\n"; throw new RuntimeException('thrown by a callback'); });
$c->onFinally(function () { echo "two\n"; });
var_dump(await($c));
suspend();
var_dump(await($c), $c->getException());
echo "done\n";
?>
--EXPECT--
one
two
string(6) "result"
string(6) "result"
NULL
done
