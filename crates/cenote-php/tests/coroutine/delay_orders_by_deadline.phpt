--TEST--
SPEC 30: delay() sets a timer; the earlier deadline runs first
--FILE--
<?php
use function Async\{spawn, await, delay};

$all = [];
foreach ([60, 20, 40, 80, 1] as $ms) {
    $all[] = spawn(function () use ($ms) {
        $start = hrtime(true);
        delay($ms);
        echo "$ms\n";
        return (hrtime(true) - $start) / 1e6 >= $ms - 0.5;
    });
}
foreach ($all as $c) {
    if (!await($c)) {
        echo "woken too early\n";
    }
}
echo "done\n";
?>
--EXPECT--
1
20
40
60
80
done
