--TEST--
SPEC 30.10: a Fiber suspended by Fiber::suspend() may be resumed in another coroutine, whose turn it then uses
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine};

$fiber = new Fiber(function () {
    $first = current_coroutine();
    Fiber::suspend();
    $second = current_coroutine();
    suspend();
    return [$first, $second, current_coroutine()];
});
$a = spawn(function () use ($fiber) { $fiber->start(); });
await($a);
$b = spawn(function () use ($fiber) { $fiber->resume(); });
await($b);
[$first, $second, $third] = $fiber->getReturn();
var_dump($first === $a, $second === $b, $third === $b);
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
done
