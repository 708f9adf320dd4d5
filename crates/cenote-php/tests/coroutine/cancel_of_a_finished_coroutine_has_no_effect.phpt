--TEST--
SPEC 30.2: cancel() of a finished coroutine has no effect
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(fn() => 'value');
await($c);
$c->cancel();
$c->cancel(new Async\AsyncCancellation('too late'));
var_dump(await($c), $c->isCancelled(), $c->getException());

$x = spawn(function () { throw new RuntimeException('own failure'); });
for ($i = 0; $i < 2; $i++) {
    try {
        await($x);
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getMessage(), "\n";
    }
    $x->cancel();
}
var_dump($x->isCancelled());
echo "done\n";
?>
--EXPECT--
string(5) "value"
bool(false)
NULL
RuntimeException own failure
RuntimeException own failure
bool(false)
done
