--TEST--
SPEC 7.3: resources in creation are reported apart from the active ones; without a factory error none is named
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, $gate) {
    $probe->made > 0 && $gate->wait();

    return $probe->make();
}, max: 2);
$held = $pool->acquire();
worker('creator', fn () => $pool->acquire());
settle();
$pool->recover();
throws(fn () => $pool->acquire(5));
$pool->activate();
throws(fn () => $pool->acquire(5));
counts($pool);
$gate->open();
settle();

finish();
--EXPECTF--
make r1
Async\TimeoutException: No resource within 5 ms: max=2 active=1 idle=0 creating=1 waiting=1 breaker=RECOVERING longest hold=%d ms
Async\TimeoutException: No resource within 5 ms: max=2 active=1 idle=0 creating=1 waiting=1 breaker=ACTIVE longest hold=%d ms
total=2 idle=0 active=2
make r2
creator: r2
done
