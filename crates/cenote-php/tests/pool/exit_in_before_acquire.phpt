--TEST--
SPEC 30.8, 10.2: exit() in beforeAcquire is no rejection: the script ends, and nothing is handed out
--FILE--
<?php
require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(beforeAcquire: fn () => exit(3), min: 2);
try {
    $pool->acquire();
} finally {
    line('finally blocks of the exiting flow do not run on exit');
}
line('not reached');
--EXPECT--
bystander unwound
shutdown
