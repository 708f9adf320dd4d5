--TEST--
SPEC 3.5, 3.6: until the constructor has returned, other coroutines cannot use or construct the pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
worker('builder', function () use ($probe, $gate, &$seen) {
    $pool = $probe->pool(factory: function () use ($probe, $gate, &$seen) {
        $seen = pool_under_construction();
        $gate->wait();

        return $probe->make();
    }, min: 1);

    return $pool->acquire();
});
settle();
throws(fn () => $seen->acquire());
throws(fn () => $seen->tryAcquire());
throws(fn () => $seen->release(1));
throws(fn () => $seen->__construct(fn () => 1));
counts($seen);
line($seen->isClosed());
$gate->open();
settle();
counts($seen);

finish();
--EXPECTF--
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Error: %s
total=0 idle=0 active=0
true
make r1
builder: r1
total=1 idle=0 active=1
done
