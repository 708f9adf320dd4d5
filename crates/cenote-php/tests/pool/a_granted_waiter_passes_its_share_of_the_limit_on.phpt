--TEST--
SPEC 14.4, 6.6: in RECOVERING a granted waiter that is cancelled passes its place to the next within the limit
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
$first = worker('first', fn () => $pool->acquire());
worker('second', fn () => $pool->acquire());
settle();
$pool->recover();
$pool->release($r);
$first->cancel();
settle();
counts($pool);

finish();
--EXPECT--
make r1
first: Async\AsyncCancellation
second: r1
total=1 idle=0 active=1
done
