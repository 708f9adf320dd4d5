--TEST--
SPEC 30.2: cancelling a coroutine that awaits another leaves the other alone
--FILE--
<?php
use function Async\{spawn, await, suspend};

$inner = spawn(function () { suspend(); suspend(); suspend(); return 'inner result'; });
$outer = spawn(fn() => await($inner));
suspend();
$outer->cancel();
try {
    await($outer);
} catch (Async\AsyncCancellation) {
    echo "outer cancelled\n";
}
var_dump(await($inner), $inner->isCancelled());
echo "done\n";
?>
--EXPECT--
outer cancelled
string(12) "inner result"
bool(false)
done
