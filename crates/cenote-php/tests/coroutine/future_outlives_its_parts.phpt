--TEST--
SPEC 30: a Future keeps its state's value; a state that nobody can complete any more is a deadlock
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await, suspend};
use Async\{Future, FutureState};

$s = new FutureState;
$f = new Future($s);
$s->complete(new ArrayObject([1]));
unset($s);
echo count(await($f)), "\n";

$f = new Future(new FutureState);
try {
    await($f);
} catch (Async\AsyncCancellation) {
    echo "deadlock\n";
}

$s = new FutureState;
$c = spawn(fn() => await(new Future($s))); // the future lives in the parked frame only
suspend();
$s->complete('reached');
echo await($c), "\n";
echo "done\n";
?>
--EXPECT--
1
deadlock
reached
done
Async\DeadlockError
