--TEST--
SPEC 30.8, 14.9: exit() in a strategy's method is not swallowed as its exceptions are
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool();
$pool->setCircuitBreakerStrategy(new Strategy(onSuccess: fn () => exit(3)));
$pool->release($pool->acquire());
line('not reached');
--EXPECT--
success
bystander unwound
shutdown
