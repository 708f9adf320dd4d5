--TEST--
SPEC 46.1, 46.4: a Fiber suspended by Fiber::suspend() may be resumed in another coroutine, whose turn it then uses; it stays who it is
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
var_dump($first === $fiber->getCoroutine(), $second === $first, $third === $first);
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
done
