--TEST--
SPEC 7.7: a waiter whose place is granted in the tick in which its timeout expires is served
--FILE--
<?php
require __DIR__ . '/helpers.inc';

[$pool, $held] = in_time(80, function () {
    $pool = (new Probe())->pool(max: 1);
    $held = $pool->acquire();
    worker('waiter', fn () => $pool->acquire(100));
    settle();

    return [$pool, $held];
});
spin(150);
$pool->release($held);
settle();
stats($pool, 'timeouts');

finish();
--EXPECT--
make r1
waiter: r1
timeouts=0
done
