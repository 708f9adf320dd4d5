--TEST--
SPEC 5.8, 34.25: a resource whose beforeAcquire was suspended during close or deactivate is destroyed, its caller refused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['close', 'deactivate'] as $event) {
    $gate = new Gate();
    $probe = new Probe();
    $pool = $probe->pool(beforeAcquire: function () use ($gate) {
        $gate->wait();
    }, min: 1);
    worker($event, fn () => $pool->acquire());
    settle();
    $pool->$event();
    counts($pool);
    $gate->open();
    settle();
    counts($pool);
}

finish();
--EXPECT--
make r1
total=1 idle=0 active=1
destroy r1
close: Async\PoolException: Pool is closed
total=0 idle=0 active=0
make r1
total=1 idle=0 active=1
destroy r1
deactivate: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=0 idle=0 active=0
done
