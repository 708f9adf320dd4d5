--TEST--
SPEC 5.6, 34.3, 36.1: the place of a failed creation goes to the oldest waiter, failure after failure
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$calls = 0;
$pool = $probe->pool(factory: function () use ($probe, $gate, &$calls) {
    $call = ++$calls;
    $gate->wait();

    return $call < 3 ? throw new RuntimeException("refused $call") : $probe->make();
}, max: 1);
foreach (['A', 'B', 'C', 'D'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
stats($pool, 'creating', 'waiting');
$gate->open();
settle();
stats($pool, 'active', 'creating', 'waiting', 'createFailures');
$pool->close();
settle();

finish();
--EXPECT--
creating=1 waiting=3
A: RuntimeException: refused 1
B: RuntimeException: refused 2
make r1
C: r1
active=1 creating=0 waiting=1 createFailures=2
D: Async\PoolException: Pool is closed
done
