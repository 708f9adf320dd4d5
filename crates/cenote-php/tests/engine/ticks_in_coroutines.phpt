--TEST--
SPEC 30: declare(ticks) and a tick function that suspends
--FILE--
<?php
declare(ticks=1);
use function Async\{spawn, await, suspend};

$log = [];
$a = spawn(function () use (&$log) { for ($i = 0; $i < 3; $i++) { $log[] = "a$i"; } });
$b = spawn(function () use (&$log) { for ($i = 0; $i < 3; $i++) { $log[] = "b$i"; } });
register_tick_function($tick = function () { suspend(); });
await($a);
await($b);
unregister_tick_function($tick);
sort($log);
echo implode(' ', $log), "\n";
echo "done\n";
?>
--EXPECT--
a0 a1 a2 b0 b1 b2
done
