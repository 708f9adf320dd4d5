--TEST--
SPEC 30.11: a sort inside a comparator, both suspending, interleaved with other set functions
--FILE--
<?php
use function Async\{spawn, await, suspend};

$nested = spawn(function () {
    $rows = [[3, 1, 2], [1, 3, 2], [2, 2, 9]];
    usort($rows, function ($x, $y) {
        $down = function ($a, $b) { suspend(); return $b <=> $a; };
        usort($x, $down);
        suspend();
        usort($y, $down);
        return $x <=> $y ?: 0;
    });
    return json_encode($rows);
});
$diff = spawn(function () {
    return json_encode(array_values(array_udiff([1, 2, 3, 4], [3, 1], function ($x, $y) { suspend(); return $x <=> $y; })));
});
$intersect = spawn(function () {
    return json_encode(array_uintersect(['A', 'B'], ['b', 'c'], function ($x, $y) { suspend(); return strcasecmp($x, $y); }));
});
$failing = spawn(function () {
    $a = [3, 2, 1];
    usort($a, function () { suspend(); throw new RuntimeException('comparator failed'); });
});
echo await($nested), "\n", await($diff), "\n", await($intersect), "\n";
try {
    await($failing);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
$a = [2, 1];
usort($a, fn($x, $y) => $x <=> $y);
echo json_encode($a), "\n";
echo "done\n";
?>
--EXPECT--
[[3,1,2],[1,3,2],[2,2,9]]
[2,4]
{"1":"B"}
comparator failed
[1,2]
done
