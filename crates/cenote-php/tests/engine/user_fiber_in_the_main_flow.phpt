--TEST--
SPEC 46.4, 46.5, 1.1: a Fiber of the main flow that waits parks the main flow
--FILE--
<?php
use function Async\{spawn, await, suspend};

$order = spawn(function () { echo "a "; suspend(); echo "b "; });
$fiber = new Fiber(function () use ($order) {
    echo "1 ";
    suspend();
    echo "2 ";
    $inner = new Fiber(function () use ($order) { await($order); echo "3 "; Fiber::suspend(); echo "5 "; });
    $inner->start();
    echo "4 ";
    $inner->resume();
    Fiber::suspend();
    echo "7 ";
});
$fiber->start();
echo "6 ";
$fiber->resume();
echo "\n";
var_dump($fiber->isTerminated());
echo "done\n";
?>
--EXPECT--
a 1 b 2 3 4 5 6 7 
bool(true)
done
