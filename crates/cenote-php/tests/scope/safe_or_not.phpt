--TEST--
SPEC 38.3: ending a scope that is not safe cancels its coroutines, ending a safe one leaves those that have begun as zombies; those that have not begun never run
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, spawn, suspend};

function end_of(string $name, Scope $s): void
{
    $begun = $s->spawn(function () use ($name) {
        try { delay(1); echo "$name: finishes\n"; } catch (AsyncCancellation) { echo "$name: cancelled\n"; }
    });
    suspend();
    $new = $s->spawn(fn () => print("never\n"));
    $s->cancel();
    var_dump($s->isFinished(), $s->isClosed());
    try { await($new); } catch (AsyncCancellation) { echo "$name: the new one never ran\n"; }
    await($begun);
    var_dump($s->isClosed());
}
end_of('new', new Scope());
end_of('child of the main scope', Scope::inherit());
end_of('child of a new one', Scope::inherit($parent = new Scope()));
end_of('zombies allowed', (new Scope())->allowZombies());
end_of('not safely', Scope::inherit()->asNotSafely());
// The script waits for zombies.
$s = Scope::inherit();
$s->spawn(function () { delay(2); echo "zombie at the end\n"; });
suspend();
$s->dispose();
echo "end\n";
?>
--EXPECT--
bool(false)
bool(false)
new: cancelled
new: the new one never ran
bool(true)
bool(false)
bool(false)
child of the main scope: the new one never ran
child of the main scope: finishes
bool(true)
bool(false)
bool(false)
child of a new one: cancelled
child of a new one: the new one never ran
bool(true)
bool(false)
bool(false)
zombies allowed: the new one never ran
zombies allowed: finishes
bool(true)
bool(false)
bool(false)
not safely: cancelled
not safely: the new one never ran
bool(true)
end
zombie at the end
