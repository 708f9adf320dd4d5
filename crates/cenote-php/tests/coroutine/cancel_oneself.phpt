--TEST--
SPEC 30.2: a coroutine that cancels itself gets the cancellation at its next parking point
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine};

$c = spawn(function () {
    current_coroutine()->cancel(new Async\AsyncCancellation('by myself'));
    echo "goes on to the next parking point\n";
    suspend();
    echo "not reached\n";
});
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
goes on to the next parking point
by myself
done
