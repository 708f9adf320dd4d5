--TEST--
SPEC 7.1: a positive timeout limits the wait, null and omission mean acquireTimeout, 0 means no limit
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1, acquireTimeout: 30);
$held = $pool->acquire();
throws(fn () => $pool->acquire());
throws(fn () => $pool->acquire(null));
throws(fn () => $pool->acquire(10));

worker('without limit', fn () => $pool->acquire(0));
delay(100);
$pool->release($held);
settle();

finish();
--EXPECTF--
make r1
Async\TimeoutException: No resource within 30 ms: %s
Async\TimeoutException: No resource within 30 ms: %s
Async\TimeoutException: No resource within 10 ms: %s
without limit: r1
done
