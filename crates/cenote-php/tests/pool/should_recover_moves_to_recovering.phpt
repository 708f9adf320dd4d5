--TEST--
SPEC 14.5: acquire in state INACTIVE consults shouldRecover; true makes it RECOVERING, and the call goes on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 3);
$pool->setCircuitBreakerStrategy(new RecoveringStrategy(fn () => true));
$pool->deactivate();
line($pool->acquire(), $pool->getState());
// Under the limit of RECOVERING, and without being asked again.
throws(fn () => $pool->acquire());
$pool->activate();
line($pool->acquire());

finish();
--EXPECTF--
shouldRecover?
make r1
r1 RECOVERING
Async\ServiceUnavailableException: %s
make r2
r2
done
