--TEST--
SPEC 14.3: a waiter failed by deactivate is refused, though activate follows before it runs
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
$pool->deactivate();
$pool->activate();
$pool->release($r);
settle();
counts($pool);

finish();
--EXPECT--
make r1
waiter: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=1 idle=1 active=0
done
