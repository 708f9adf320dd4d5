--TEST--
SPEC 30: current_coroutine() is the running one, the same object each time, also across suspensions
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine};

$main = current_coroutine();
$inside = [];
foreach ([0, 1] as $i) {
    $all[$i] = spawn(function () use ($i, &$inside) {
        $before = current_coroutine();
        suspend();
        $inside[$i] = current_coroutine();
        return $before === $inside[$i];
    });
}
foreach ($all as $i => $c) {
    var_dump(await($c), $inside[$i] === $c, $c !== $main);
}
var_dump(current_coroutine() === $main);
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
done
