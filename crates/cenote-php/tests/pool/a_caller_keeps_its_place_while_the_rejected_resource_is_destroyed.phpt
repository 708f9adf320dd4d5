--TEST--
SPEC 5.4: while the rejected resource's destructor is suspended its place is not free
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
    beforeAcquire: fn () => false,
    min: 1,
    max: 1,
);
worker('A', fn () => $pool->acquire());
worker('B', fn () => $pool->acquire());
settle();
counts($pool);
line($pool->tryAcquire());
$gate->open();
settle();
stats($pool, 'waiting', 'created', 'destroyed');
$pool->close();
settle();

finish();
--EXPECT--
make r1
total=1 idle=0 active=1
null
destroy r1
make r2
A: r2
waiting=1 created=2 destroyed=1
B: Async\PoolException: Pool is closed
done
