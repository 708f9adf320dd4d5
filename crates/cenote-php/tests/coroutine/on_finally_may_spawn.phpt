--TEST--
SPEC 30.4: an onFinally callback may spawn, and the program goes on
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(fn() => 'result');
$c->onFinally(function () {
    spawn(function () { echo "spawned by the callback\n"; });
    echo "callback\n";
});
echo await($c), "\n";
suspend();
suspend();
echo "done\n";
?>
--EXPECTREGEX--
callback
(result
spawned by the callback|spawned by the callback
result)
done
