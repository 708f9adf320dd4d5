--TEST--
SPEC 1.1, 30.1: one FIFO queue; the main flow takes its turn like the others
--FILE--
<?php
use function Async\{spawn, suspend};

foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        for ($i = 1; $i <= 3; $i++) {
            echo "$name$i ";
            suspend();
        }
    });
}
for ($i = 1; $i <= 3; $i++) {
    echo "main$i ";
    suspend();
}
echo "\ndone\n";
?>
--EXPECT--
main1 a1 b1 main2 a2 b2 main3 a3 b3 
done
