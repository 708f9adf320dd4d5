--TEST--
SPEC 7.6: a factory or hook that runs past the deadline is let finish, and its resource is returned
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$slow = true;
$pool = function () use (&$slow) {
    $probe = new Probe();
    $callback = function ($r = null) use ($probe, &$slow) {
        $r || line('factory');
        $slow && delay(150);

        return $r ? true : $probe->make();
    };

    return $probe->pool(factory: $callback, beforeAcquire: $callback, max: 1);
};
$first = $pool();
$r = $first->acquire(5);
line($r);
$first->release($r);
line($first->acquire(5));

// A waiter served in time whose hook ends too late.
[$second, $r, $waiter] = in_time(80, function () use ($pool, &$slow) {
    $slow = false;
    $second = $pool();
    $r = $second->acquire();
    $waiter = worker('waiter', fn () => $second->acquire(100));
    settle();

    return [$second, $r, $waiter];
});
$slow = true;
$second->release($r);
until($waiter->isCompleted(...), 'the waiter');
stats($second, 'timeouts');

finish();
--EXPECT--
factory
make r1
r1
r1
factory
make r1
waiter: r1
timeouts=0
done
