--TEST--
SPEC 46.7: before there are coroutines, too, a cancelled Fiber obeys in Fiber::suspend(): where it has cancelled itself, and where it is resumed before its turn
--FILE--
<?php
$itself = new Fiber(function () {
    Fiber::suspend();
    Async\current_coroutine()->cancel(new Async\AsyncCancellation('itself'));
    try { Fiber::suspend(); } catch (Async\AsyncCancellation $e) { return $e->getMessage(); }
    return 'goes on';
});
$itself->start();
$itself->resume();
var_dump($itself->isTerminated() ? $itself->getReturn() : 'suspended');

$resumed = new Fiber(function () {
    try { return Fiber::suspend(); } catch (Async\AsyncCancellation $e) { return $e->getMessage(); }
});
$resumed->start();
$resumed->getCoroutine()->cancel(new Async\AsyncCancellation('in suspend'));
$resumed->resume('value');
var_dump($resumed->getReturn());
?>
--EXPECT--
string(6) "itself"
string(10) "in suspend"
