--TEST--
SPEC 13.9: idle resources past idleTimeout are destroyed, the longest idle first, down to min
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(min: 1, max: 4, idleTimeout: 30);
[$a, $b, $c, $d] = [$pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire()];
array_map($pool->release(...), [$c, $a, $d, $b]);
until(fn () => count($pool) === 1, 'the idle timeout');
delay(80);
counts($pool);
line($pool->tryAcquire());

finish();
--EXPECT--
make r1
make r2
make r3
make r4
destroy r3
destroy r1
destroy r4
total=1 idle=1 active=0
r2
done
