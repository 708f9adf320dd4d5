--TEST--
SPEC 30.8, 10.3: exit() in a factory ends the script cleanly, with waiters and resources around
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(factory: function () use (&$calls) {
    return ++$calls < 3 ? new Res($calls) : exit(3);
}, max: 3);
$held = [$pool->acquire(), $pool->acquire()];
$pool->release($held[0]);
$pool->acquire();
bystander();
$pool->acquire();
line('not reached');
--EXPECT--
bystander unwound
shutdown
