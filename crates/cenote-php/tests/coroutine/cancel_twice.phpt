--TEST--
SPEC 30.2: a second cancel before the first has been delivered does not make two; one after delivery is a new one
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    $caught = 0;
    for ($i = 0; $i < 3; $i++) {
        try {
            delay($i == 0 ? 60000 : 5);
            echo "waited\n";
        } catch (Async\AsyncCancellation) {
            $caught++;
        }
    }
    return $caught;
});
suspend();
$c->cancel();
$c->cancel();
echo await($c), " caught\n";

$c = spawn(function () {
    foreach ([1, 2] as $i) {
        try {
            delay(60000);
        } catch (Async\AsyncCancellation $e) {
            echo $e->getMessage(), "\n";
        }
    }
});
suspend();
$c->cancel(new Async\AsyncCancellation('first'));
suspend();
$c->cancel(new Async\AsyncCancellation('second'));
await($c);
echo "done\n";
?>
--EXPECT--
waited
waited
1 caught
first
second
done
