--TEST--
SPEC 30.8, 13.2: a fatal error in a healthcheck ends the script cleanly
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(healthcheck: fn () => trigger_error('broken', E_USER_ERROR), min: 1, healthcheckInterval: 1);
delay(10_000);
line('not reached');
--EXPECTF--
%AFatal error: broken in %s on line %d
shutdown
