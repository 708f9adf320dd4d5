--TEST--
SPEC 30.8, 12.6: exit() in a destructor that runs because the last reference to the pool went ends the script
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(destructor: fn () => exit(3), min: 2);
unset($pool);
line('not reached');
--EXPECT--
bystander unwound
shutdown
