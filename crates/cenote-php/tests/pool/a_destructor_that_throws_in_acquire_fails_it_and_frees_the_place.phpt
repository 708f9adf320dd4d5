--TEST--
SPEC 5.4, 10.7, 34.3: if destroying the rejected resource throws, acquire fails with that and the oldest waiter gets the place
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$pool = (new Probe())->pool(
    destructor: function ($r) use ($gate) {
        $gate->wait();
        throw new RuntimeException("cannot destroy $r");
    },
    beforeAcquire: fn () => false,
    min: 1,
    max: 1,
);
worker('A', fn () => $pool->acquire());
worker('B', fn () => $pool->acquire());
settle();
$gate->open();
settle();
counts($pool);

finish();
--EXPECT--
make r1
A: RuntimeException: cannot destroy r1
make r2
B: r2
total=1 idle=0 active=1
done
