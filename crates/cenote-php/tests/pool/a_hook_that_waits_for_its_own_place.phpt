--TEST--
SPEC 6.6, 7.8: a beforeRelease that waits for the place it is about to free times out, and the release goes through
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: function () use (&$pool) {
    $pool->acquire(5);
}, max: 1);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
$pool->release($r);
counts($pool);
stats($pool, 'timeouts', 'waiting', 'granted');

finish();
--EXPECTF--
make r1
failure Async\TimeoutException: No resource within 5 ms: %s
destroy r1
total=0 idle=0 active=0
timeouts=1 waiting=0 granted=0
done
