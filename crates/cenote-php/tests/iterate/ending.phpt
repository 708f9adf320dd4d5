--TEST--
SPEC 44.3: a callback that returns false ends the taking of elements; one that throws, or an iterator, has the other calls cancelled, and iterate() throws that
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, current_coroutine, delay, iterate, spawn, suspend};

$try = function (string $name, callable $what) {
    try { $what(); echo $name, ": returned\n"; } catch (Throwable $e) {
        echo $name, ': ', get_class($e), ' ', $e->getMessage(), "\n";
    }
    if (count(Async\coroutines()) > 1) { echo "something goes on\n"; }
};
$try('false', fn () => iterate([1, 2, 3], function ($v) { echo $v, ' '; return $v < 2 ? null : false; }));
$try('0 and null go on', fn () => iterate([0, null, ''], fn ($v) => $v));
$try('calls under way finish', fn () => iterate(range(1, 5), function ($v) {
    echo "begin $v\n";
    if ($v === 2) { return false; }
    delay(1);
    echo "end $v\n";
}));
$try('throws', fn () => iterate(range(1, 5), function ($v) {
    if ($v === 3) { throw new Exception('third'); }
    try { delay(60000); } catch (AsyncCancellation $e) { echo "$v cancelled\n"; delay(1); throw new Exception('later, and lost'); }
}));
$try('one that catches its cancellation takes no more', fn () => iterate(range(1, 5), function ($v) {
    echo "begin $v\n";
    if ($v === 2) { throw new Exception('second'); }
    try { delay(60000); } catch (AsyncCancellation) { }
}));
$elements = function () {
    try { yield 1; yield 2; suspend(); throw new Exception('from the iterator'); } finally { echo "iterator ends\n"; }
};
$try('iterator', fn () => iterate($elements(), function ($v) { try { delay(60000); } finally { echo "$v cancelled\n"; } }));
$try('getIterator', fn () => iterate(new class implements IteratorAggregate {
    public function getIterator(): Iterator { throw new Exception('none'); }
}, fn () => print("never\n")));
$try('a generator is left like by break', fn () => iterate((function () {
    try { yield 1; yield 2; } finally { delay(1); echo "generator's finally\n"; }
})(), fn () => false));
$try('cancels itself', fn () => iterate([1, 2], function ($v) { current_coroutine()->cancel(); delay(1); }));
$caller = spawn(fn () => iterate([1, 2], function ($v) { try { delay(60000); } finally { delay(1); echo "$v cleaned up\n"; } }));
delay(1);
$caller->cancel();
$try('caller cancelled', fn () => await($caller));
$caller = spawn(function () { current_coroutine()->cancel(); iterate([1, 2], fn () => print("never\n")); });
$try('caller cancelled before a worker begins', fn () => await($caller));
?>
--EXPECT--
1 2 false: returned
0 and null go on: returned
begin 1
begin 2
end 1
calls under way finish: returned
1 cancelled
2 cancelled
throws: Exception third
begin 1
begin 2
one that catches its cancellation takes no more: Exception second
iterator ends
1 cancelled
2 cancelled
iterator: Exception from the iterator
getIterator: Exception none
generator's finally
a generator is left like by break: returned
cancels itself: Async\AsyncCancellation Coroutine cancelled
1 cleaned up
2 cleaned up
caller cancelled: Async\AsyncCancellation Coroutine cancelled
caller cancelled before a worker begins: Async\AsyncCancellation Coroutine cancelled
