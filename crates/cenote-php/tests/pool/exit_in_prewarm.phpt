--TEST--
SPEC 30.8, 4.3: exit() in the factory during construction ends the script cleanly
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$probe = new Probe(quiet: true);
$pool = $probe->pool(factory: fn () => $probe->made === 2 ? exit(3) : $probe->make(), min: 3, healthcheckInterval: 1);
line('not reached');
--EXPECT--
bystander unwound
shutdown
