--TEST--
SPEC 9.7: a value handed out twice can be released twice, not three times
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

foreach ([5, 2.5, 'same', true, false, [1, [2]], NAN, [1 => 'x']] as $value) {
    $pool = new Pool(fn () => $value, max: 2);
    $pool->acquire();
    $pool->acquire();
    $pool->release($value);
    $pool->release($value);
    counts($pool);
    throws(fn () => $pool->release($value));
    counts($pool);
}

finish();
--EXPECT--
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
total=2 idle=2 active=0
done
