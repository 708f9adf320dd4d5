--TEST--
SPEC 44.4: what callbacks spawn belongs to a scope of the call: cancelled and waited for at its end, or only waited for; a callback that runs is not cancelled for this
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{current_context, delay, iterate, spawn, suspend};

$pending = function ($v) {
    spawn(function () use ($v) {
        try { delay(100); echo "$v went on\n"; } catch (AsyncCancellation $e) { delay(1); echo "$v: ", $e->getMessage(), "\n"; }
    });
    suspend();
};
echo "-- cancelled\n";
iterate([1, 2], $pending);
echo "-- waited for\n";
iterate([1, 2], $pending, cancelPending: false);
echo "-- after false\n";
iterate([1, 2], function ($v) use ($pending) { $pending($v); return false; }, 1);
echo "-- callbacks finish\n";
iterate([1, 20], function ($ms) { delay($ms); echo "$ms\n"; });
echo "-- those of a failed call\n";
foreach ([true, false] as $cancel) {
    try {
        iterate([1], function ($v) use ($pending) { $pending($v); throw new Exception('callback'); }, 0, $cancel);
    } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
echo "-- an error of what was spawned\n";
try {
    iterate([1, 2], function ($v) {
        spawn(fn () => throw new Exception('spawned'));
        try { delay(60000); } catch (AsyncCancellation $e) { echo "$v: ", $e->getMessage(), "\n"; throw $e; }
    });
} catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo "-- a scope of its own\n";
current_context()->set('above', 1);
iterate([1], function () { current_context()->set('inside', 2); echo current_context()->get('above'), "\n"; });
var_dump(current_context()->has('inside'));
?>
--EXPECT--
-- cancelled
1: Cancellation of pending coroutines after iterator completion
2: Cancellation of pending coroutines after iterator completion
-- waited for
1 went on
2 went on
-- after false
1: Cancellation of pending coroutines after iterator completion
-- callbacks finish
1
20
-- those of a failed call
1: Cancellation of pending coroutines after iterator completion
callback
1 went on
callback
-- an error of what was spawned
1: Scope was cancelled
spawned
-- a scope of its own
1
bool(false)
