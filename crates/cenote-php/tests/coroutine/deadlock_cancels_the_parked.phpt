--TEST--
SPEC 30.6, 45.6: in a deadlock the parked coroutines are cancelled; the main flow may catch it and go on
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await, suspend, delay};
use Async\{Future, FutureState};

$keep = new FutureState;
$never = new Future($keep);
$all = [];
foreach (['a', 'b'] as $name) {
    $all[] = spawn(function () use ($name, $never) {
        try {
            await($never);
        } finally {
            echo "$name unwound\n";
        }
    });
}
try {
    await($never);
} catch (Async\AsyncCancellation) {
    // the order of this line and the next two is left open
}
suspend();
foreach ($all as $c) {
    try {
        await($c);
    } catch (Async\AsyncCancellation $e) {
        var_dump($c->isCancelled());
        echo $e->getMessage(), "\n";
    }
}
delay(1);
echo await(spawn(fn() => "the program goes on\n"));
echo "done\n";
?>
--EXPECT--
a unwound
b unwound
bool(true)
Deadlock detected
bool(true)
Deadlock detected
the program goes on
done
Async\DeadlockError
