--TEST--
SPEC 30.11: with the buffer of the spawn gone, output goes to the base although an outer buffer is open
--FILE--
<?php
use function Async\{spawn, await, suspend};

ob_start();
echo "outer buffer\n";
ob_start();
$c = spawn(function () { echo "base\n"; });
ob_end_clean();
await($c);
ob_end_flush();
echo "done\n";
?>
--EXPECT--
base
outer buffer
done
