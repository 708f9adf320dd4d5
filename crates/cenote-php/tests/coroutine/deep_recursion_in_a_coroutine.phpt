--TEST--
SPEC 30: deep PHP recursion in a coroutine, with a suspension at the bottom
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\{spawn, await, suspend};

function depth(int $n): int
{
    if ($n == 0) {
        suspend();
        return 0;
    }
    return 1 + depth($n - 1);
}
$a = spawn(fn() => depth(20000));
$b = spawn(fn() => depth(30000));
echo await($a), ' ', await($b), "\n";
$c = spawn(function () {
    try {
        depth(10000);
    } finally {
        echo "unwound\n";
    }
});
suspend();
$c->cancel();
try {
    await($c);
} catch (Async\AsyncCancellation) {
    echo "cancelled at the bottom\n";
}
// internal frames too, within the default C stack
function nested($n) { if ($n == 0) { suspend(); return 0; } return array_map('nested', [$n - 1]) ? 1 : 0; }
echo await(spawn('nested', 500)), "\n";
echo "done\n";
?>
--EXPECT--
20000 30000
unwound
cancelled at the bottom
1
done
