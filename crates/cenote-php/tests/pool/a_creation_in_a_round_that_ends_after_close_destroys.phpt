--TEST--
SPEC 13.7: a resource whose creation by a round ends after close is destroyed, not stored
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$gate = new Gate();
$pool = $probe->pool(
    factory: function () use ($probe, $gate) {
        $probe->made === 1 && $gate->wait();

        return $probe->make();
    },
    beforeRelease: fn () => false,
    min: 1,
    healthcheckInterval: 1,
);
$pool->release($pool->acquire());
until(fn () => $pool->stats()['creating'] === 1, 'the round');
$pool->close();
counts($pool);
$gate->open();
settle();
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
total=1 idle=0 active=1
make r2
destroy r2
total=0 idle=0 active=0
done
