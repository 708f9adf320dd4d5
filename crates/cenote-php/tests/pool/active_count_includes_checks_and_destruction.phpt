--TEST--
SPEC 11.2: a resource in a health check or being destroyed counts as active
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$dying = new Gate();
$pool = (new Probe())->pool(
    destructor: fn () => $dying->wait(),
    healthcheck: function () use ($gate) {
        line('check');
        $gate->wait();

        return false;
    },
    max: 1,
    healthcheckInterval: 1,
);
$pool->release($pool->acquire());
until(fn () => $pool->activeCount() === 1, 'the check');
counts($pool);
$gate->open();
settle();
counts($pool);
$dying->open();
settle();
counts($pool);
$pool->close();

finish();
--EXPECT--
make r1
check
total=1 idle=0 active=1
total=1 idle=0 active=1
total=0 idle=0 active=0
done
