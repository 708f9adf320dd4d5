--TEST--
SPEC 9.7: an array is matched by its content, so that an equal one built elsewhere releases it
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = new Pool(fn () => ['host' => 'a', 'port' => 1], max: 2);
$r = $pool->acquire();
$pool->acquire();
$pool->release(['host' => 'a', 'port' => 1]);
throws(fn () => $pool->release(['port' => 1, 'host' => 'a']));
$r['port'] = 2;
throws(fn () => $pool->release($r));
counts($pool);

finish();
--EXPECT--
Async\PoolException: resource is not active in this pool
Async\PoolException: resource is not active in this pool
total=2 idle=1 active=1
done
