--TEST--
SPEC 30.2: a cancellation unwinds PHP frames, callbacks of internal functions and generators
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Noisy
{
    public function __construct(private string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}
function numbers()
{
    try {
        yield 1;
        delay(60000);
        yield 2;
    } finally {
        echo "generator finally\n";
    }
}
$c = spawn(function () {
    $local = new Noisy('local');
    try {
        array_map(function ($x) {
            $inner = new Noisy('inner');
            foreach (numbers() as $n) {
                echo "got $n\n";
            }
        }, [1, 2]);
    } finally {
        echo "outer finally\n";
    }
});
suspend();
$c->cancel();
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    unset($e);
    echo "cancelled\n";
}
unset($c);
gc_collect_cycles();
echo "done\n";
?>
--EXPECTREGEX--
got 1
generator finally
(inner destroyed
)?outer finally
(inner destroyed
|local destroyed
|cancelled
)*done
