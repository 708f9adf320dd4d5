--TEST--
SPEC 9.3, 14.9: a pool closed by the strategy's reportSuccess does not store the resource being released
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(min: 1, max: 2);
$pool->setCircuitBreakerStrategy(new Strategy(onSuccess: fn (Pool $pool) => $pool->close()));
$r = $pool->acquire();
$pool->release($r);
counts($pool);

finish();
--EXPECT--
make r1
success
destroy r1
total=0 idle=0 active=0
done
