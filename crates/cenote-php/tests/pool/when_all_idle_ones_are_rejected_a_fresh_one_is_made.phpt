--TEST--
SPEC 5.4, 5.5: after rejecting all idle ones acquire creates, and does not check the fresh one
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    beforeAcquire: function (Res $r) {
        line("check $r");

        return false;
    },
    min: 2,
    max: 2,
);
line($pool->acquire());
counts($pool);

finish();
--EXPECT--
make r1
make r2
check r1
destroy r1
check r2
destroy r2
make r3
r3
total=1 idle=0 active=1
done
