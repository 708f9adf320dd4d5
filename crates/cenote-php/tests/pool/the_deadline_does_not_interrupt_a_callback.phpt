--TEST--
SPEC 7.6: a factory or hook that runs past the deadline is let finish, and its resource is returned
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$slow = function ($r = null) use ($probe) {
    $r || line('factory');
    delay(40);

    return $r ? true : $probe->make();
};
$pool = $probe->pool(factory: $slow, beforeAcquire: $slow, max: 1);
$r = $pool->acquire(5);
line($r);
$pool->release($r);
line($pool->acquire(5));

// A waiter served in time whose hook ends too late.
$waiter = worker('waiter', fn () => $pool->acquire(20));
settle();
$pool->release($r);
until($waiter->isCompleted(...), 'the waiter');
stats($pool, 'timeouts');

finish();
--EXPECT--
factory
make r1
r1
r1
waiter: r1
timeouts=0
done
