--TEST--
SPEC 30.2: a cancellation after the wake has been queued replaces the wake
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{AsyncCancellation, Channel, Future, FutureState};

$state = new FutureState;
$future = new Future($state);
$ch = new Channel;
$points = [
    'future' => [fn() => await($future), fn() => $state->complete('value')],
    'recv' => [fn() => $ch->recv(), fn() => $ch->send('value')],
    'suspend' => [fn() => suspend(), fn() => null],
];
foreach ($points as $name => [$park, $wake]) {
    $c = spawn(function () use ($park) {
        try {
            $park();
            echo "woken\n";
        } catch (AsyncCancellation $e) {
            echo 'cancelled: ', $e->getMessage(), "\n";
        }
    });
    suspend();
    $wake();                                  // queues $c ...
    $c->cancel(new AsyncCancellation($name)); // ... which has not run yet
    await($c);
}
echo "done\n";
?>
--EXPECT--
cancelled: future
cancelled: recv
cancelled: suspend
done
