--TEST--
SPEC 30.4: onFinally callbacks run once, in order of registration, after the result is fixed
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () { suspend(); return 'result'; });
foreach ([1, 2, 3] as $i) {
    $c->onFinally(function () use ($i, $c) {
        echo "$i: ", var_export($c->isCompleted(), true), ' ', $c->getResult(), "\n";
    });
}
echo await($c), "\n";
suspend();
echo await($c), "\n";

$c = spawn(function () { throw new RuntimeException('failed'); });
$c->onFinally(function () use ($c) { echo $c->getException()->getMessage(), "\n"; });
try { await($c); } catch (RuntimeException) {}

$c = spawn(function () { echo "never runs\n"; });
$c->onFinally(function () use ($c) { echo 'cancelled: ', var_export($c->isCancelled(), true), "\n"; });
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation) {}
suspend();
echo "done\n";
?>
--EXPECT--
1: true result
2: true result
3: true result
result
result
failed
cancelled: true
done
