--TEST--
SPEC 30.8, 12.5: exit() in a destructor ends the script from inside close
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(destructor: fn () => exit(3), min: 3);
$pool->close();
line('not reached');
--EXPECT--
bystander unwound
shutdown
