--TEST--
SPEC 30.6: coroutines that await each other are a deadlock, not a hang
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await, suspend};

$a = spawn(function () use (&$b) { await($b); });
$b = spawn(function () use (&$a) { await($a); });
try {
    await($a);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
suspend();
suspend();
var_dump($a->isCancelled() || $b->isCancelled(), $a->isCompleted() && $b->isCompleted());
echo "done\n";
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
bool(true)
done
Async\DeadlockError
