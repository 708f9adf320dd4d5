--TEST--
SPEC 5.5, 10.3: ten concurrent calls with a suspending factory and max 3 make exactly 3 resources
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$started = 0;
$pool = $probe->pool(factory: function () use ($probe, $gate, &$started) {
    $started++;
    $gate->wait();

    return $probe->make();
}, max: 3);
$done = 0;
for ($i = 0; $i < 10; $i++) {
    spawn(function () use ($pool, &$done) {
        $r = $pool->acquire();
        suspend();
        $pool->release($r);
        $done++;
    });
}
settle();
line('started', $started);
counts($pool);
$gate->open();
settle(100);
line('done', $done, 'started', $started);
counts($pool);

finish();
--EXPECT--
started 3
total=3 idle=0 active=3
make r1
make r2
make r3
done 10 started 3
total=3 idle=3 active=0
done
