--TEST--
SPEC 10.7, 34.3: a destructor's exception leaves acquire, tryAcquire, release and close, and the place is free all the same
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    destructor: fn ($r) => throw new RuntimeException("cannot destroy $r"),
    beforeAcquire: fn () => false,
    beforeRelease: fn ($r) => $r->id < 3,
    min: 2,
    max: 2,
);
throws(fn () => $pool->acquire());
counts($pool);
throws(fn () => $pool->tryAcquire());
counts($pool);
$r = $pool->acquire();
throws(fn () => $pool->release($r));
counts($pool);
line($pool->acquire());
$pool->close();

$pool = (new Probe())->pool(destructor: fn ($r) => throw new RuntimeException("cannot destroy $r"), min: 1);
throws(fn () => $pool->close());
counts($pool);
line($pool->isClosed());

finish();
--EXPECT--
make r1
make r2
RuntimeException: cannot destroy r1
total=1 idle=1 active=0
RuntimeException: cannot destroy r2
total=0 idle=0 active=0
make r3
RuntimeException: cannot destroy r3
total=0 idle=0 active=0
make r4
r4
make r1
RuntimeException: cannot destroy r1
total=0 idle=0 active=0
true
done
