--TEST--
SPEC 30.12: the engine forbids switching in a tick function: a wait is refused with a reason, the coroutine goes on
--FILE--
<?php
declare(ticks=1);
use function Async\{spawn, await, suspend};
use Async\{Future, FutureState};

$keep = new FutureState;
$refused = 0;
$log = [];
$a = spawn(function () use (&$log) { for ($i = 0; $i < 3; $i++) { $log[] = "a$i"; suspend(); } });
$b = spawn(function () use (&$log) { for ($i = 0; $i < 3; $i++) { $log[] = "b$i"; suspend(); } });
register_tick_function($tick = function () use ($keep, &$refused) {
    try {
        await(new Future($keep));
        echo "waited\n";
    } catch (Throwable) {
        $refused++;
    }
});
await($a);
await($b);
unregister_tick_function($tick);
echo implode(' ', $log), ', ', $refused > 0 ? 'waits refused' : 'no tick', "\n";
echo "done\n";
?>
--EXPECT--
a0 b0 a1 b1 a2 b2, waits refused
done
