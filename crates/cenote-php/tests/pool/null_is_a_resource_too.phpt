--TEST--
SPEC 3.4: null works as a resource; a factory that returns nothing makes one
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$calls = 0;
$pool = new Pool(function () use (&$calls) {
    $calls++;
}, max: 2);
line($pool->acquire(), $pool->tryAcquire());
counts($pool);
line('full:', $pool->tryAcquire(), $calls);
$pool->release(null);
$pool->release(null);
counts($pool);
throws(fn () => $pool->release(null));
line($pool->acquire(), $calls);

finish();
--EXPECT--
null null
total=2 idle=0 active=2
full: null 2
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
null 2
done
