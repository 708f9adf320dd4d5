--TEST--
SPEC 30.11: sorts whose comparators suspend keep their own comparators when interleaved
--FILE--
<?php
use function Async\{spawn, await, suspend};

$sorts = [
    'usort up' => function (array $a) { usort($a, function ($x, $y) { suspend(); return $x <=> $y; }); return $a; },
    'usort down' => function (array $a) { usort($a, function ($x, $y) { suspend(); return $y <=> $x; }); return $a; },
    'uasort by last digit' => function (array $a) { uasort($a, function ($x, $y) { suspend(); return $x % 10 <=> $y % 10; }); return array_values($a); },
    'uksort down' => function (array $a) { uksort($a, function ($x, $y) { suspend(); return $y <=> $x; }); return array_values($a); },
];
$input = [32, 5, 71, 14, 99, 3, 60, 48, 26, 87];
$all = [];
foreach ([1, 2] as $round) {
    foreach ($sorts as $name => $f) {
        $all["$name $round"] = spawn($f, $input);
    }
}
foreach ($all as $name => $c) {
    echo $name, ': ', implode(' ', await($c)), "\n";
}
echo "done\n";
?>
--EXPECT--
usort up 1: 3 5 14 26 32 48 60 71 87 99
usort down 1: 99 87 71 60 48 32 26 14 5 3
uasort by last digit 1: 60 71 32 3 14 5 26 87 48 99
uksort down 1: 87 26 48 60 3 99 14 71 5 32
usort up 2: 3 5 14 26 32 48 60 71 87 99
usort down 2: 99 87 71 60 48 32 26 14 5 3
uasort by last digit 2: 60 71 32 3 14 5 26 87 48 99
uksort down 2: 87 26 48 60 3 99 14 71 5 32
done
