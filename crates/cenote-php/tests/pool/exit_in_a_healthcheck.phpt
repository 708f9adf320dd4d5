--TEST--
SPEC 30.8, 13.2: exit() in a healthcheck, which runs in the background, ends the script
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(healthcheck: fn () => exit(3), min: 1, healthcheckInterval: 1);
delay(10_000);
line('not reached');
--EXPECT--
bystander unwound
shutdown
