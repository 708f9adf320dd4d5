--TEST--
SPEC 30: await() throws the very exception of the coroutine, Exception and Error alike, also if it failed before
--FILE--
<?php
use function Async\{spawn, await, suspend};

$thrown = new RuntimeException('boom');
$c = spawn(function () use ($thrown) { throw $thrown; });
try {
    await($c);
} catch (Throwable $e) {
    var_dump($e === $thrown);
}

$early = spawn(function () { return intdiv(1, 0); });
suspend();
try {
    await($early);
} catch (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
bool(true)
DivisionByZeroError: Division by zero
done
