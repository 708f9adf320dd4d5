--TEST--
SPEC 43.4: asHiPriority() gives the same object, and the order stays
--FILE--
<?php
use function Async\{spawn, suspend};

$a = spawn(fn () => print('a'));
$b = spawn(fn () => print('b'));
var_dump($b->asHiPriority() === $b);
suspend();
?>
--EXPECT--
bool(true)
ab
