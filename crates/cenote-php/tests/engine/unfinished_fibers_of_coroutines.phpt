--TEST--
SPEC 46.10: Fibers left suspended by their coroutine are destroyed as on stock
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () {
    $fiber = new Fiber(function () {
        try {
            Fiber::suspend();
            echo "not reached\n";
        } finally {
            echo "fiber unwound\n";
        }
    });
    $fiber->start();
    suspend();
    return 'coroutine finished';
});
echo await($c), "\n";
$GLOBALS['kept'] = new Fiber(function () {
    try {
        suspend();
        Fiber::suspend();
    } finally {
        echo "at the end\n";
    }
});
$GLOBALS['kept']->start();
echo "done\n";
?>
--EXPECT--
fiber unwound
coroutine finished
done
at the end
