--TEST--
SPEC 8.2: below max tryAcquire calls the factory, which may suspend, and whose exception propagates
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$failing = true;
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, &$failing) {
    suspend();

    return $failing ? throw new RuntimeException('refused') : $probe->make();
}, max: 1);
throws(fn () => $pool->tryAcquire());
counts($pool);
$failing = false;
spawn(fn () => line('others run'));
line($pool->tryAcquire());
counts($pool);

finish();
--EXPECT--
RuntimeException: refused
total=0 idle=0 active=0
others run
make r1
r1
total=1 idle=0 active=1
done
