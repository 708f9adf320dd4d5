--TEST--
SPEC 30: named arguments of spawn() reach the callable or are refused, but are not dropped in silence
--FILE--
<?php
use function Async\{spawn, await};

$f = fn(int $a = 1, int $b = 2) => "$a $b";
try {
    $c = spawn($f, b: 7, a: 5);
} catch (Error $e) {
    $c = spawn(fn() => '5 7'); // refused by spawn() itself
}
echo await($c), "\n";
echo "done\n";
?>
--EXPECT--
5 7
done
