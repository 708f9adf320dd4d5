--TEST--
SPEC 6.3, 34.1: whoever releases and at once acquires again queues behind those already waiting
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$order = [];
$hold = function (string $name) use ($pool, &$order) {
    $r = $pool->acquire();
    $order[] = $name;
    $pool->release($r);
};
$r = $pool->acquire();
spawn($hold, 'A');
spawn($hold, 'B');
settle();
$pool->release($r);
line('retaken:', $pool->tryAcquire());
$hold('main');
settle();
line($order);

finish();
--EXPECT--
make r1
retaken: null
[A, B, main]
done
