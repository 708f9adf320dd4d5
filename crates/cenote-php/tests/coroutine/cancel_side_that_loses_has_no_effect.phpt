--TEST--
SPEC 30.3: a cancel side that finishes later changes nothing, and later waits of the coroutine are not hit by it
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

$side = spawn(function () { delay(10); throw new LogicException('side'); });
var_dump(await(spawn(fn() => 'value'), $side));
delay(20);
suspend();
echo "undisturbed\n";
try {
    await($side);
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
string(5) "value"
undisturbed
side
done
