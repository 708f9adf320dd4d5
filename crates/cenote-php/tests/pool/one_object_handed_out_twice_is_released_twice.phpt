--TEST--
SPEC 9.7: if the factory gives the same object twice, it can be released twice
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$shared = new Res(1);
$pool = new Pool(fn () => $shared, max: 2);
$a = $pool->acquire();
$b = $pool->acquire();
line($a === $b);
$pool->release($a);
counts($pool);
$pool->release($a);
counts($pool);
throws(fn () => $pool->release($a));

finish();
--EXPECT--
true
total=2 idle=1 active=1
total=2 idle=2 active=0
Async\PoolException: resource is not active in this pool
done
