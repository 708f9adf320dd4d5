--TEST--
SPEC 13.3: a round checks nothing while a caller is parked, here by the limit of RECOVERING
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$checks = 0;
$pool = (new Probe())->pool(healthcheck: function () use (&$checks) {
    $checks++;
}, max: 2, healthcheckInterval: 1);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
worker('A', fn () => $pool->acquire());
worker('B', fn () => $pool->acquire());
settle();
$pool->recover();
$pool->release($a);
$pool->release($b);
settle();
stats($pool, 'idle', 'waiting');
delay(30);
line('checks', $checks);
$pool->activate();
settle();
$pool->close();

finish();
--EXPECT--
make r1
make r2
A: r1
idle=1 waiting=1
checks 0
B: r2
done
