--TEST--
SPEC 5.4: a caller whose resource was rejected takes one that became idle during the destructor; its own place is free
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(
    destructor: function ($r) use ($gate, $probe) {
        $gate->wait();
        $probe->destroy($r);
    },
    beforeAcquire: fn ($r) => $r->id !== 2,
    max: 2,
);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->release($b);
worker('A', fn () => $pool->acquire());
settle();
counts($pool);
$pool->release($a);
$gate->open();
settle();
counts($pool);
line($pool->tryAcquire());

finish();
--EXPECT--
make r1
make r2
total=2 idle=0 active=2
destroy r2
A: r1
total=1 idle=0 active=1
make r3
r3
done
