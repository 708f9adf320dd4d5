--TEST--
SPEC 30: delay(0) is suspend(): to the tail, no timer
--FILE--
<?php
use function Async\{spawn, delay, suspend};

foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        for ($i = 1; $i <= 3; $i++) {
            echo "$name$i ";
            $name === 'a' ? delay(0) : suspend();
        }
    });
}
for ($i = 1; $i <= 3; $i++) {
    echo "main$i ";
    delay(0);
}
echo "\ndone\n";
?>
--EXPECT--
main1 a1 b1 main2 a2 b2 main3 a3 b3 
done
