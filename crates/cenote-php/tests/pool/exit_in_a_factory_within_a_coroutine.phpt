--TEST--
SPEC 30.8, 10.3: exit() in a factory called from a coroutine ends the script, while others wait in acquire
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(factory: function () {
    suspend();
    exit(3);
}, max: 1);
bystander();
spawn(fn () => $pool->acquire());
spawn(fn () => $pool->acquire());
settle();
line('not reached');
--EXPECT--
bystander unwound
shutdown
