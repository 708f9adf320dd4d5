--TEST--
SPEC 30.2: cancel() without argument makes an AsyncCancellation
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(fn() => delay(60000));
$d = spawn(fn() => delay(60000));
suspend();
$c->cancel();
$d->cancel(null);
foreach ([$c, $d] as $x) {
    try {
        await($x);
    } catch (Throwable $e) {
        echo get_class($e), ' ', var_export($e === $x->getException(), true), "\n";
    }
}
echo "done\n";
?>
--EXPECT--
Async\AsyncCancellation true
Async\AsyncCancellation true
done
