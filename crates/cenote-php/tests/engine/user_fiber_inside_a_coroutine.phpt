--TEST--
SPEC 46.1, 46.4: a Fiber that waits inside a coroutine parks its whole coroutine; others run meanwhile
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};

$c = spawn(function () {
    $me = current_coroutine();
    $fiber = new Fiber(function () use ($me) {
        var_dump(current_coroutine() === $me);
        echo "fiber 1\n";
        suspend();
        echo "fiber 2\n";
        $v = Fiber::suspend('to the coroutine');
        delay(1);
        echo "fiber 3, $v\n";
        return await(spawn(fn() => 'result'));
    });
    $x = $fiber->start();
    echo "coroutine has $x\n";
    suspend();
    $fiber->resume('to the fiber');
    return $fiber->getReturn();
});
$d = spawn(function () use ($c) {
    echo "other 1, coroutine suspended: ", var_export($c->isSuspended(), true), "\n";
    suspend();
    echo "other 2\n";
});
var_dump(await($c));
await($d);
echo "done\n";
?>
--EXPECT--
other 1, coroutine suspended: true
bool(false)
fiber 1
other 2
fiber 2
coroutine has to the coroutine
fiber 3, to the fiber
string(6) "result"
done
