--TEST--
SPEC 13.9: idle resources are dropped as long as idle + active stays at min or above
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(min: 2, idleTimeout: 20);
$held = [$pool->acquire(), $pool->acquire()];
$pool->release($pool->acquire());
$pool->release($pool->acquire());
$extra = [$pool->acquire(), $pool->acquire()];
array_map($pool->release(...), $extra);
counts($pool);
until(fn () => count($pool) === 2, 'the idle timeout');
counts($pool);
array_map($pool->release(...), $held);
delay(80);
counts($pool);
$pool->close();

finish();
--EXPECT--
total=4 idle=2 active=2
total=2 idle=0 active=2
total=2 idle=2 active=0
done
