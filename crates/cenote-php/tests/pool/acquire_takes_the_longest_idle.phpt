--TEST--
SPEC 5.3: of several idle resources the one that has been idle longest is taken
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 3);
[$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$pool->release($b);
$pool->release($c);
$pool->release($a);
$first = $pool->acquire();
line($first);
$pool->release($first);
line($pool->acquire(), $pool->tryAcquire(), $pool->acquire());

finish();
--EXPECT--
r2
r3 r1 r2
done
