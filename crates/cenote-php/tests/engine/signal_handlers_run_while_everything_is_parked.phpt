--TEST--
SPEC 30.14: with pcntl_async_signals a handler runs soon while everything is parked, and may wake or cancel
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\{Future, FutureState};

$state = new FutureState;
$long = spawn(fn() => delay(50000));
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($state, $long) {
    echo "handler\n";
    $state->complete('woken by a signal');
    $long->cancel();
});
$start = hrtime(true);
pcntl_alarm(1);
var_dump(await(new Future($state)));
try {
    await($long);
} catch (Async\AsyncCancellation) {
    echo "cancelled by a signal\n";
}
$s = (hrtime(true) - $start) / 1e9;
echo $s < 5 ? "soon\n" : "after $s s\n"; // generous for the 50 ms of the statement
echo "done\n";
?>
--EXPECT--
handler
string(17) "woken by a signal"
cancelled by a signal
soon
done
