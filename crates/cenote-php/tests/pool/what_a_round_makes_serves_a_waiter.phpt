--TEST--
SPEC 13.5, 13.6: a resource made by a round goes to the waiter that parked while it was being made
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$gate = new Gate();
$pool = $probe->pool(
    factory: function () use ($probe, $gate) {
        $probe->made === 1 && $gate->wait();

        return $probe->make();
    },
    beforeRelease: fn () => false,
    min: 1,
    max: 1,
    healthcheckInterval: 1,
);
$pool->release($pool->acquire());
until(fn () => $pool->stats()['creating'] === 1, 'the round');
worker('waiter', fn () => $pool->acquire());
settle();
$gate->open();
settle();
counts($pool);
$pool->close();

finish();
--EXPECT--
waiter: r2
total=1 idle=0 active=1
done
