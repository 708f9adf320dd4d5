--TEST--
SPEC 9.3, 9.4: an accepted resource goes to the tail of the idle store and is reused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
$pool->setCircuitBreakerStrategy(new Strategy());
$a = $pool->acquire();
$b = $pool->acquire();
$pool->release($b);
$pool->release($a);
counts($pool);
line($pool->acquire() === $b, $pool->acquire() === $a);

finish();
--EXPECT--
make r1
make r2
success
success
total=2 idle=2 active=0
true true
done
