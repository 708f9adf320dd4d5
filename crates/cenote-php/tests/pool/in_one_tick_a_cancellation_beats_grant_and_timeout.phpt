--TEST--
SPEC 7.7, 6.8: a waiter granted, expired and cancelled in one tick sees the cancellation, and its place goes on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

[$pool, $held, $waiter] = in_time(200, function () {
    $pool = (new Probe())->pool(max: 1);
    $held = $pool->acquire();
    $waiter = worker('waiter', fn () => $pool->acquire(300));
    settle();
    worker('next', fn () => $pool->acquire());
    settle();

    return [$pool, $held, $waiter];
});
spin(450);
$pool->release($held);
$waiter->cancel();
settle();
stats($pool, 'timeouts', 'waiting');
$pool->close();

// And with no grant: the cancellation beats the timeout.
[$pool, $waiter] = in_time(200, function () {
    $pool = (new Probe())->pool(max: 1);
    $pool->acquire();
    $waiter = worker('waiter', fn () => $pool->acquire(300));
    settle();

    return [$pool, $waiter];
});
spin(450);
$waiter->cancel();
settle();
stats($pool, 'timeouts', 'waiting');

finish();
--EXPECT--
make r1
waiter: Async\AsyncCancellation
next: r1
timeouts=0 waiting=0
make r1
waiter: Async\AsyncCancellation
timeouts=0 waiting=0
done
