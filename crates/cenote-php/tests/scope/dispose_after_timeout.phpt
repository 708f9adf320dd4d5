--TEST--
SPEC 38.7: disposeAfterTimeout() disposes later, but not a scope that is empty by then, and its timer keeps nothing alive
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, suspend};

$s = new Scope();
$c = $s->spawn(function () { try { delay(60000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
$s->disposeAfterTimeout(1);
var_dump($s->isCancelled());
await($c);
var_dump($s->isCancelled(), $s->isClosed());
$empty = new Scope();
$empty->disposeAfterTimeout(0);
$ends = new Scope();
$ends->spawn(fn () => 1);
$ends->disposeAfterTimeout(1);
delay(10);
var_dump($empty->isClosed(), $ends->isClosed());
try { $empty->disposeAfterTimeout(-1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
$long = new Scope();
$long->spawn(fn () => suspend());
$long->disposeAfterTimeout(3600000);
echo "end\n";
?>
--EXPECT--
bool(false)
Scope has been disposed due to timeout
bool(true)
bool(true)
bool(false)
bool(false)
Async\Scope::disposeAfterTimeout(): Argument #1 ($timeout) must be greater than or equal to 0
end
