--TEST--
SPEC 7.8: after a timeout what others hold can be released and acquired again
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
$a = $pool->acquire();
$b = $pool->acquire();
throws(fn () => $pool->acquire(1));
counts($pool);
$pool->release($a);
line($pool->acquire(1));
$pool->release($b);
$pool->release($a);
counts($pool);
stats($pool, 'waiting', 'granted');

finish();
--EXPECTF--
make r1
make r2
Async\TimeoutException: %s
total=2 idle=0 active=2
r1
total=2 idle=2 active=0
waiting=0 granted=0
done
