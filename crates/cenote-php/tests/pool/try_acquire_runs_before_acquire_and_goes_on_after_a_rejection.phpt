--TEST--
SPEC 8.3: tryAcquire checks idle ones, destroys the rejected and goes on to the next, then to creation
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$good = 2;
$pool = (new Probe())->pool(
    beforeAcquire: function (Res $r) use (&$good) {
        line("check $r");

        return $r->id === $good;
    },
    min: 3,
    max: 3,
);
line($pool->tryAcquire());
line($pool->tryAcquire());
counts($pool);

finish();
--EXPECT--
make r1
make r2
make r3
check r1
destroy r1
check r2
r2
check r3
destroy r3
make r4
r4
total=2 idle=0 active=2
done
