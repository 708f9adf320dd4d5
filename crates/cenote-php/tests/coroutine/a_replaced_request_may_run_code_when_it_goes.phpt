--TEST--
SPEC 30.2, 30.8: a cancellation that is replaced by exit() before its delivery is destroyed like any other value
--FILE--
<?php
use function Async\{spawn, suspend, current_coroutine};

final class Loud extends Async\AsyncCancellation
{
    public $target;

    public function __destruct()
    {
        echo "destructor\n";
        $this->target->cancel();
    }
}

$main = current_coroutine();
spawn(function () use ($main) {
    $cancellation = new Loud('never delivered');
    $cancellation->target = $main;
    $main->cancel($cancellation);
    unset($cancellation);
    exit(0);
});
register_shutdown_function(fn() => print("done\n"));
try {
    suspend();
} finally {
    echo "not reached\n";
}
?>
--EXPECT--
destructor
done
