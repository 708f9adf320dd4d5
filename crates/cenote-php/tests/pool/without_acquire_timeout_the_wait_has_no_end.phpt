--TEST--
SPEC 7.1: with acquireTimeout 0 a caller without timeout waits until it is served
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
worker('omitted', fn () => $pool->acquire());
worker('null', fn () => $pool->acquire(null));
delay(50);
stats($pool, 'waiting', 'timeouts');
$pool->release($held);
settle();
$pool->release($held);
settle();

finish();
--EXPECT--
make r1
waiting=2 timeouts=0
omitted: r1
null: r1
done
