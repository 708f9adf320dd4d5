--TEST--
SPEC 29.7: after a fork in the main flow the child drops the coroutines without running their code; the parent goes on
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{Future, FutureState};

$me = getmypid();
$where = fn() => getmypid() === $me ? 'parent' : 'child';
$state = new FutureState;
$parked = spawn(function () use ($where, $state) {
    try {
        await(new Future($state));
        echo "parked one goes on in the {$where()}\n";
    } finally {
        echo "finally in the {$where()}\n";
    }
});
$isItsTurn = false;
$timer = spawn(function () use ($where, &$isItsTurn) {
    do {
        delay(5);
    } while (!$isItsTurn);
    echo "timer in the {$where()}\n";
});
suspend();
$queued = spawn(function () use ($where, &$ran) { return $ran = "queued one in the {$where()}\n"; });
$pid = pcntl_fork();
if ($pid === 0) {
    suspend();
    echo $ran ?? "child alone\n";
    echo await(spawn(function () { delay(1); return "child may spawn\n"; }));
    exit(7);
}
pcntl_waitpid($pid, $status);
echo "child ended with ", pcntl_wexitstatus($status), "\n";
$state->complete(null);
await($parked);
echo await($queued);
$isItsTurn = true;
await($timer);
echo "done\n";
?>
--EXPECT--
child alone
child may spawn
child ended with 7
parked one goes on in the parent
finally in the parent
queued one in the parent
timer in the parent
done
