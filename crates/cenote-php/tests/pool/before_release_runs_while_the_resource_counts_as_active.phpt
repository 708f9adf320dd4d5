--TEST--
SPEC 9.1, 10.3: beforeRelease runs first, with the resource still active; afterwards it is uncounted once
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    beforeRelease: function (Res $r) use (&$pool) {
        line("check $r of", func_num_args());
        counts($pool);
        suspend();
        counts($pool);
        line('free:', $pool->tryAcquire());
    },
    max: 1,
);
$r = $pool->acquire();
line($pool->release($r));
counts($pool);

finish();
--EXPECT--
make r1
check r1 of 1
total=1 idle=0 active=1
total=1 idle=0 active=1
free: null
null
total=1 idle=1 active=0
done
