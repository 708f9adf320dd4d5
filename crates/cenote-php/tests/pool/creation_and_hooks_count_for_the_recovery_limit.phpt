--TEST--
SPEC 14.4, 34.4: in RECOVERING a resource in creation, in beforeAcquire or in beforeRelease is out
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(
    factory: function () use ($probe, &$gate) {
        $gate->wait();

        return $probe->make();
    },
    beforeAcquire: function () use (&$gate) {
        $gate->wait();
    },
    beforeRelease: function () use (&$gate) {
        $gate->wait();
    },
    max: 3,
);
$pool->recover();
worker('creation', function () use ($pool, &$r) {
    return $r = $pool->acquire();
});
settle();
throws(fn () => $pool->acquire());
$gate->open();
settle();

$gate = new Gate();
worker('release', fn () => $pool->release($r));
settle();
line($pool->tryAcquire());
$gate->open();
settle();

$gate = new Gate();
worker('check', fn () => $pool->acquire());
settle();
throws(fn () => $pool->acquire());
$gate->open();
settle();
counts($pool);

finish();
--EXPECTF--
Async\ServiceUnavailableException: %s
make r1
creation: r1
null
release: null
Async\ServiceUnavailableException: %s
check: r1
total=1 idle=0 active=1
done
