--TEST--
SPEC 5.2: acquire in state INACTIVE throws ServiceUnavailableException, whatever is idle or free
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(min: 1, max: 2);
$pool->deactivate();
throws(fn () => $pool->acquire());
throws(fn () => $pool->acquire(10));
counts($pool);
$pool->activate();
line($pool->acquire());

finish();
--EXPECT--
make r1
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=1 idle=1 active=0
r1
done
