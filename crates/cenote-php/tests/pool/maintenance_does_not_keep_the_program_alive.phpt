--TEST--
SPEC 13.10, 34.31: a pool with rounds, age and idle limits lets the script end at once
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    healthcheck: fn () => true,
    min: 1,
    healthcheckInterval: 5,
    maxLifetime: 3_600_000,
    idleTimeout: 3_600_000,
);
delay(20);
line('end of script');
--EXPECT--
make r1
end of script
destroy r1
