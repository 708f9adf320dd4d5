--TEST--
SPEC 13.1: without healthcheckInterval the healthcheck is never called, and min is not kept up
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    healthcheck: fn () => line('check'),
    beforeRelease: fn ($r) => $r->id !== 1,
    min: 2,
);
$pool->release($pool->acquire());
delay(50);
counts($pool);

finish();
--EXPECT--
make r1
make r2
destroy r1
total=1 idle=1 active=0
done
