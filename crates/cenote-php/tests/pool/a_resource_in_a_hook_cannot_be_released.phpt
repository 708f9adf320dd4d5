--TEST--
SPEC 9.6, 9.8, 34.24: a release of the resource that a hook or destructor is looking at is refused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$again = function ($r) use (&$pool) {
    throws(fn () => $pool->release($r));
};
$pool = (new Probe())->pool(destructor: $again, beforeAcquire: $again, beforeRelease: $again, max: 1);
$r = $pool->acquire();
line('release');
$pool->release($r);
line('acquire');
$pool->acquire();
$pool->release($r);
line('close');
$pool->close();
counts($pool);

finish();
--EXPECT--
make r1
release
Async\PoolException: resource is not active in this pool
acquire
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
close
Async\PoolException: resource is not active in this pool
total=0 idle=0 active=0
done
