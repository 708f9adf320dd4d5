--TEST--
SPEC 30: a coroutine can be awaited several times, before and after its end, by several coroutines
--FILE--
<?php
use function Async\{spawn, await, suspend};

$runs = 0;
$c = spawn(function () use (&$runs) { $runs++; suspend(); return 'value'; });
$x = spawn(function () use (&$runs) { suspend(); throw new RuntimeException('failure'); });
$readers = [];
foreach ([1, 2, 3] as $i) {
    $readers[] = spawn(function () use ($i, $c, $x) {
        echo "$i: " . await($c) . "\n";
        try {
            await($x);
        } catch (RuntimeException $e) {
            echo "$i: ", $e->getMessage(), "\n";
        }
    });
}
foreach ($readers as $r) {
    await($r);
}
echo await($c), ' ', await($c), " after $runs run\n";
foreach ([1, 2] as $i) {
    try {
        await($x);
    } catch (RuntimeException $e) {
        echo $e->getMessage(), "\n";
    }
}
echo "done\n";
?>
--EXPECT--
1: value
1: failure
2: value
2: failure
3: value
3: failure
value value after 1 run
failure
failure
done
