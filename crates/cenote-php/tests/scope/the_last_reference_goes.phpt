--TEST--
SPEC 38.8: when the last reference to a Scope goes, an empty one is disposed, and another is cancelled in its mode
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, suspend};

function run(Scope $s) {
    $c = $s->spawn(function () { try { delay(1); echo "finishes\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
    suspend();
    return $c;
}
$s = new Scope();
$c = run($s);
unset($s);
await($c);
$s = Scope::inherit();
$c = run($s);
unset($s);
await($c);
$parent = new Scope();
$child = Scope::inherit($parent);
$c = run($child);
unset($parent);
echo "the child holds nothing up: ";
await($c);
$s = new Scope();
$s->finally(function (Scope $s) { echo "closed: "; var_dump($s->isClosed()); });
unset($s);
suspend();
$s = new Scope();
$s->finally(function (Scope $s) { echo "closed: "; var_dump($s->isClosed()); });
$c = run($s);
unset($s);
await($c);
suspend();
?>
--EXPECT--
Scope is being disposed due to object destruction
finishes
the child holds nothing up: Scope is being disposed due to object destruction
closed: bool(true)
Scope is being disposed due to object destruction
closed: bool(true)
