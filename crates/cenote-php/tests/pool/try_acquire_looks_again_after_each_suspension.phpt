--TEST--
SPEC 8.3, 5.8: tryAcquire gives null, and destroys what it has, when the pool was closed or deactivated meanwhile
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['close', 'deactivate'] as $event) {
    foreach (['factory', 'beforeAcquire'] as $callback) {
        $gate = new Gate();
        $probe = new Probe(quiet: true);
        $pool = $callback === 'factory'
            ? $probe->pool(factory: function () use ($probe, $gate) {
                $gate->wait();

                return $probe->make();
            })
            : $probe->pool(beforeAcquire: fn () => $gate->wait(), min: 1);
        worker("$event during $callback", fn () => $pool->tryAcquire());
        settle();
        $pool->$event();
        $gate->open();
        settle();
        counts($pool);
        line('destroyed', $probe->destroyed);
    }
}

finish();
--EXPECT--
close during factory: null
total=0 idle=0 active=0
destroyed [1]
close during beforeAcquire: null
total=0 idle=0 active=0
destroyed [1]
deactivate during factory: null
total=0 idle=0 active=0
destroyed [1]
deactivate during beforeAcquire: null
total=0 idle=0 active=0
destroyed [1]
done
