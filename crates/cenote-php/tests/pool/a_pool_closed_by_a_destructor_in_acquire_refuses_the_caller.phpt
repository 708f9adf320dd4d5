--TEST--
SPEC 5.4, 5.8: a pool closed or deactivated while a rejected resource is destroyed hands out nothing more
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['close', 'deactivate'] as $event) {
    $gate = new Gate();
    $probe = new Probe();
    $pool = $probe->pool(
        destructor: function ($r) use ($gate, $probe) {
            $r->id === 1 && $gate->wait();
            $probe->destroy($r);
        },
        beforeAcquire: fn () => false,
        min: 1,
    );
    worker($event, fn () => $pool->acquire());
    settle();
    $pool->$event();
    $gate->open();
    settle();
    counts($pool);
}

finish();
--EXPECT--
make r1
destroy r1
close: Async\PoolException: Pool is closed
total=0 idle=0 active=0
make r1
destroy r1
deactivate: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
total=0 idle=0 active=0
done
