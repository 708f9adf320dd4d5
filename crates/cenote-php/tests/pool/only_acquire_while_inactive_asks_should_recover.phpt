--TEST--
SPEC 14.5, 5.1: tryAcquire does not ask shouldRecover, nor does acquire on an ACTIVE, RECOVERING or closed pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool();
$pool->setCircuitBreakerStrategy(new RecoveringStrategy(fn () => true));
line($pool->acquire());
$pool->recover();
line($pool->acquire());
$pool->deactivate();
line($pool->tryAcquire(), $pool->getState());
$pool->close();
throws(fn () => $pool->acquire());

finish();
--EXPECT--
make r1
r1
make r2
r2
null INACTIVE
Async\PoolException: Pool is closed
done
