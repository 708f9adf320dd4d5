--TEST--
SPEC 9.7: NaN equals NaN, and −0.0 equals 0.0
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

foreach ([[NAN, -NAN], [0.0, -0.0], [-0.0, 0.0], [INF, INF]] as [$out, $in]) {
    $pool = new Pool(fn () => $out, max: 1);
    $pool->acquire();
    $pool->release($in);
    counts($pool);
}

finish();
--EXPECT--
total=1 idle=1 active=0
total=1 idle=1 active=0
total=1 idle=1 active=0
total=1 idle=1 active=0
done
