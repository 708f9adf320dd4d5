--TEST--
SPEC 9.3, 12.3: a resource released after close is checked and reported as usual, then destroyed
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn ($r) => line("check $r"), max: 2);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
$pool->close();
counts($pool);
$pool->release($r);
counts($pool);
throws(fn () => $pool->release($r));

finish();
--EXPECT--
make r1
total=1 idle=0 active=1
check r1
success
destroy r1
total=0 idle=0 active=0
Async\PoolException: resource is not active in this pool
done
