--TEST--
SPEC 14.9: what strategy methods throw goes nowhere, and the release is completed
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$throw = fn () => throw new Error('strategy');
$pool = (new Probe())->pool(beforeRelease: fn ($r) => $r->id !== 2, max: 2);
$pool->setCircuitBreakerStrategy(new Strategy($throw, $throw));
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->release($a);
counts($pool);
$pool->release($b);
counts($pool);

finish();
--EXPECT--
make r1
make r2
success
total=2 idle=1 active=1
failure Exception: Resource validation failed
destroy r2
total=1 idle=1 active=0
done
