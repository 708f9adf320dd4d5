--TEST--
SPEC 13.8, 9.3, 14.8: a resource past its age is destroyed at release, after reportSuccess and with no failure report
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(maxLifetime: 20, max: 1);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
spin(60);
$pool->release($r);
settle();
counts($pool);

finish();
--EXPECT--
make r1
success
destroy r1
make r2
waiter: r2
total=1 idle=0 active=1
done
