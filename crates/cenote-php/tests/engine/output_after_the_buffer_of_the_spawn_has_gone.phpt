--TEST--
SPEC 30.11: when the buffer of the spawn exists no more, the output goes to the base
--FILE--
<?php
use function Async\{spawn, await, suspend};

ob_start();
$late = spawn(function () { echo "late start\n"; });
ob_end_clean();
await($late);

ob_start();
$half = spawn(function () {
    echo "(first half)";
    suspend();
    suspend();
    echo "second half\n";
});
suspend();
$text = ob_get_clean();
echo "captured: $text\n";
await($half);

// A buffer opened later at the same level is another buffer.
ob_start();
$c = spawn(function () { suspend(); suspend(); echo "to the base\n"; });
suspend();
ob_end_clean();
ob_start();
await($c);
$text = ob_get_clean();
echo "captured: '$text'\n";
echo "done\n";
?>
--EXPECT--
late start
captured: (first half)
second half
to the base
captured: ''
done
