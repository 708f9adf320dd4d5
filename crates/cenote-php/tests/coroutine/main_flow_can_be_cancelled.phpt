--TEST--
SPEC 1.1, 30.2: the main flow is cancelled at its parking point like any coroutine, and may go on
--FILE--
<?php
use function Async\{spawn, await, delay, current_coroutine};

$main = current_coroutine();
$c = spawn(function () use ($main) {
    echo "cancelling main\n";
    $main->cancel(new Async\AsyncCancellation('from below'));
    return 'still here';
});
try {
    delay(60000);
} catch (Async\AsyncCancellation $e) {
    echo 'main caught: ', $e->getMessage(), "\n";
}
var_dump(await($c));
delay(1);
echo "done\n";
?>
--EXPECT--
cancelling main
main caught: from below
string(10) "still here"
done
