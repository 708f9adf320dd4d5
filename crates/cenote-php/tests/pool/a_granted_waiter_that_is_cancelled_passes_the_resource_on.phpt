--TEST--
SPEC 6.6, 34.2: a waiter cancelled between its wake and its run hands the resource to the next one
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
$first = worker('first', fn () => $pool->acquire());
worker('second', fn () => $pool->acquire());
settle();
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
