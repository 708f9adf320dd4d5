--TEST--
SPEC 30.8, 10.2: exit() in beforeRelease is no rejection: no report, no destructor at that moment, the script ends
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(beforeRelease: fn () => exit(3));
$pool->setCircuitBreakerStrategy(new Strategy());
$pool->release($pool->acquire());
line('not reached');
--EXPECT--
bystander unwound
shutdown
