--TEST--
SPEC 13.7: a healthcheck that itself closes the pool ends the round, and its healthy resource is destroyed
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$checks = 0;
$pool = $probe->pool(healthcheck: function () use (&$checks, &$pool) {
    $checks++;
    $pool->close();
}, min: 3, max: 3, healthcheckInterval: 1);
until(fn () => $pool->isClosed(), 'the check');
delay(10);
counts($pool);
sort($probe->destroyed);
line('checks', $checks, 'destroyed', $probe->destroyed);

finish();
--EXPECT--
total=0 idle=0 active=0
checks 1 destroyed [1, 2, 3]
done
