--TEST--
SPEC 15.1, 15.2: a collection while the pool is in use frees nothing of it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
$pool->setCircuitBreakerStrategy(new Strategy());
$r = $pool->acquire();
$r->link = $pool;
$pool->acquire()->link = $pool;
$pool->release($r);
unset($r);
gc_collect_cycles();
gc_collect_cycles();
$r = $pool->tryAcquire();
line($r, $r->link === $pool);
counts($pool);

finish();
--EXPECT--
make r1
make r2
success
r1 true
total=2 idle=0 active=2
done
