--TEST--
SPEC 14.4: in RECOVERING a resource under health check takes nothing of the limit
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$checks = 0;
$pool = (new Probe())->pool(healthcheck: function () use ($gate, &$checks) {
    $checks++;
    $gate->wait();
}, min: 1, max: 3, healthcheckInterval: 1);
until(function () use (&$checks) {
    return $checks === 1;
}, 'the check');
$pool->recover();
line($pool->tryAcquire(), $pool->tryAcquire());
$gate->open();
settle();
$pool->close();
settle();

finish();
--EXPECT--
make r1
make r2
r2 null
destroy r1
done
