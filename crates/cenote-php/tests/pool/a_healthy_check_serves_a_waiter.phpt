--TEST--
SPEC 13.5, 34.2: a resource that comes back healthy from its check goes to whoever parked meanwhile
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$checks = 0;
$pool = (new Probe())->pool(healthcheck: function () use ($gate, &$checks) {
    $checks++;
    $gate->wait();
}, max: 1, healthcheckInterval: 1);
$pool->release($pool->acquire());
until(function () use (&$checks) {
    return $checks === 1;
}, 'the check');
worker('waiter', fn () => $pool->acquire());
settle();
$gate->open();
settle();
counts($pool);
$pool->close();

finish();
--EXPECT--
make r1
waiter: r1
total=1 idle=0 active=1
done
