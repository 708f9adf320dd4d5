--TEST--
SPEC 5.4: after a rejection by beforeAcquire acquire starts again with the next idle one
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    beforeAcquire: function (Res $r) {
        line("check $r");

        return $r->id === 3;
    },
    min: 4,
    max: 4,
);
line($pool->acquire());
counts($pool);

finish();
--EXPECT--
make r1
make r2
make r3
make r4
check r1
destroy r1
check r2
destroy r2
check r3
r3
total=2 idle=1 active=1
done
