--TEST--
SPEC 6.6: a waiter granted the right to create, and cancelled before it runs, passes it to the next
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn () => false, max: 1);
$r = $pool->acquire();
$first = worker('first', fn () => $pool->acquire());
worker('second', fn () => $pool->acquire());
settle();
$pool->release($r);
line('meanwhile:', $pool->tryAcquire());
$first->cancel();
settle();
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
meanwhile: null
first: Async\AsyncCancellation
make r2
second: r2
total=1 idle=0 active=1
done
