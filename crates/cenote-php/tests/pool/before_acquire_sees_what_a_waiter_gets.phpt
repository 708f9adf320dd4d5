--TEST--
SPEC 5.3, 6.3: beforeAcquire sees the resource that a waiter gets, too
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeAcquire: fn (Res $r) => line("check $r"), max: 1);
$r = $pool->acquire();
$waiter = Async\spawn(function () use ($pool) {
    $r = $pool->acquire();
    line("waiter has $r");
});
settle();
$pool->release($r);
line('released');
Async\await($waiter);

finish();
--EXPECT--
make r1
released
check r1
waiter has r1
done
