--TEST--
SPEC 38.10: isFinished() without active coroutines in it or below; isClosed() if disposed, or cancelled and empty
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, suspend};

$show = fn (Scope $s) => print(json_encode([$s->isFinished(), $s->isClosed(), $s->isCancelled()]) . "\n");
$s = new Scope();
$show($s);
$below = Scope::inherit($s);
$c = $below->spawn(fn () => suspend());
$show($s);
await($c);
$show($s);
$s->spawn(fn () => delay(1));
suspend();
$s->cancel();
$show($s);
delay(2);
$show($s);
$zombie = (new Scope())->allowZombies();
$zombie->spawn(fn () => delay(1));
suspend();
$zombie->dispose();
$show($zombie);
?>
--EXPECT--
[true,false,false]
[false,false,false]
[true,false,false]
[false,false,true]
[true,true,true]
[true,true,true]
