--TEST--
SPEC 10.7, 34.3: a waiter gets the place of a resource whose destructor threw
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    destructor: fn ($r) => throw new RuntimeException("cannot destroy $r"),
    beforeRelease: fn () => false,
    max: 1,
);
$r = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
throws(fn () => $pool->release($r));
settle();
counts($pool);

finish();
--EXPECT--
make r1
RuntimeException: cannot destroy r1
make r2
waiter: r2
total=1 idle=0 active=1
done
