--TEST--
SPEC 5.3, 11.2: beforeAcquire gets the resource, which is already counted as active
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    beforeAcquire: function (Res $r) use (&$pool) {
        line("check $r of", func_num_args());
        counts($pool);
    },
    min: 2,
    max: 2,
);
$r = $pool->acquire();
line($r);
counts($pool);

finish();
--EXPECT--
make r1
make r2
check r1 of 1
total=2 idle=1 active=1
r1
total=2 idle=1 active=1
done
