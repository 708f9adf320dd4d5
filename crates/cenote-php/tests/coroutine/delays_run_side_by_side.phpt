--TEST--
SPEC 30, 30.1: many delays run side by side, in one process, not one after another
--FILE--
<?php
use function Async\{spawn, await, delay};

$start = hrtime(true);
$count = 0;
$all = [];
for ($i = 0; $i < 1000; $i++) {
    $all[] = spawn(function () use (&$count) {
        delay(50);
        $count++;
    });
}
foreach ($all as $c) {
    await($c);
}
$ms = (hrtime(true) - $start) / 1e6;
var_dump($count);
echo $ms < 20000 ? "side by side\n" : "took $ms ms\n"; // one after another: 50,000 ms
echo "done\n";
?>
--EXPECT--
int(1000)
side by side
done
