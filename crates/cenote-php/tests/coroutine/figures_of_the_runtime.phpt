--TEST--
SPEC 44.11: available_parallelism() is what the process may use, at least 1; runtime_stats() has these ints, 0 for what cenote does not have
--FILE--
<?php
use function Async\{available_parallelism, delay, runtime_stats, spawn, suspend};

$all = available_parallelism();
var_dump($all >= 1 && $all <= (int) shell_exec("nproc"));
$before = runtime_stats();
foreach ($before as $name => $figure) {
    echo $name, is_int($figure) ? '' : ' is no int', "\n";
}
$waits = spawn(fn () => delay(60_000));
spawn(fn () => null);
$queued = runtime_stats();
suspend();
$parked = runtime_stats();
foreach (['coroutines_total', 'coroutines_active', 'coroutine_queue'] as $name) {
    echo "$name: $before[$name], $queued[$name], $parked[$name]\n";
}
var_dump($parked['fiber_stack_size'] > 0, $parked['fiber_pool_virtual_bytes'] % $parked['fiber_stack_size']);
var_dump($parked['microtasks_queue'], $parked['resumed_queue'], $parked['fiber_pool_min']);
$waits->cancel();
?>
--EXPECT--
bool(true)
coroutines_total
coroutines_active
microtasks_queue
coroutine_queue
resumed_queue
fiber_pool_count
fiber_pool_capacity
fiber_pool_min
fiber_stack_size
fiber_pool_virtual_bytes
coroutines_total: 0, 3, 2
coroutines_active: 0, 3, 1
coroutine_queue: 0, 2, 0
bool(true)
int(0)
int(0)
int(0)
int(0)
