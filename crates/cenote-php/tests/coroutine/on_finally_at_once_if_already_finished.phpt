--TEST--
SPEC 30.4: an onFinally callback registered after the end runs at once
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(fn() => 1);
await($c);
$c->onFinally(function () { echo "late\n"; });
echo "after registration\n";

$c = spawn(function () { throw new LogicException('x'); });
try { await($c); } catch (LogicException) {}
$c->onFinally(function () { echo "late after a failure\n"; });

$c = spawn(fn() => 2);
$c->onFinally(function () use ($c) {
    echo "first\n";
    $c->onFinally(function () { echo "from inside\n"; });
});
$c->onFinally(function () { echo "last\n"; });
await($c);
Async\suspend();
echo "done\n";
?>
--EXPECTREGEX--
late
after registration
late after a failure
first
(from inside
last|last
from inside)
done
