--TEST--
SPEC 10.3, 30.10: acquire and release from a user Fiber park the coroutine it runs in
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn () => suspend(), max: 1);
$held = $pool->acquire();
$coroutine = worker('coroutine', function () use ($pool) {
    $fiber = new Fiber(function () use ($pool) {
        $r = $pool->acquire();
        line('fiber has', $r);
        $pool->release($r);

        return 'fiber is done';
    });
    $fiber->start();

    return $fiber->getReturn();
});
settle();
stats($pool, 'waiting');
$pool->release($held);
settle();
counts($pool);

finish();
--EXPECT--
make r1
waiting=1
fiber has r1
coroutine: fiber is done
total=1 idle=1 active=0
done
