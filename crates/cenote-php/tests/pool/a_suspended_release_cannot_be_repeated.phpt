--TEST--
SPEC 9.8: while its beforeRelease is suspended a resource is no longer releasable
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$pool = (new Probe())->pool(beforeRelease: function ($r) use ($gate) {
    line("check $r");
    $gate->wait();
}, max: 1);
$r = $pool->acquire();
worker('first release', fn () => $pool->release($r));
settle();
throws(fn () => $pool->release($r));
counts($pool);
$gate->open();
settle();
counts($pool);
throws(fn () => $pool->release($r));

finish();
--EXPECT--
make r1
check r1
Async\PoolException: resource is not active in this pool
total=1 idle=0 active=1
first release: null
total=1 idle=1 active=0
Async\PoolException: resource is not active in this pool
done
