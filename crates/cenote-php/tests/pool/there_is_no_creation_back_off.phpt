--TEST--
SPEC 5.9: after any number of failures the next creation starts at once, and all places may be in creation
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$failing = true;
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, $gate, &$failing) {
    if ($failing) {
        throw new RuntimeException('refused');
    }
    $gate->wait();

    return $probe->make();
}, max: 4);
for ($i = 0; $i < 4; $i++) {
    throws(fn () => $pool->acquire());
}
$failing = false;
foreach (['A', 'B', 'C', 'D'] as $name) {
    worker($name, fn () => $pool->acquire());
}
settle();
stats($pool, 'creating', 'waiting');
$gate->open();
settle();

finish();
--EXPECT--
RuntimeException: refused
RuntimeException: refused
RuntimeException: refused
RuntimeException: refused
creating=4 waiting=0
make r1
A: r1
make r2
B: r2
make r3
C: r3
make r4
D: r4
done
