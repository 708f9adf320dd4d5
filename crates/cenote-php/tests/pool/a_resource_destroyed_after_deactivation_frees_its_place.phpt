--TEST--
SPEC 5.8: the place of a resource that was destroyed because of deactivate is free again after activate
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, $gate) {
    $gate->wait();

    return $probe->make();
}, max: 1);
worker('early', fn () => $pool->acquire());
settle();
$pool->deactivate();
$gate->open();
settle();
$pool->activate();
worker('late', fn () => $pool->acquire());
settle();
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
early: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
make r2
late: r2
total=1 idle=0 active=1
done
