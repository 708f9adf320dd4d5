--TEST--
SPEC 3.1: with the factory alone a pool makes up to ten resources, on demand, and drops none
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = new Pool($probe->make(...));
counts($pool);
$held = [];
while ($r = $pool->tryAcquire()) {
    $held[] = $r;
}
counts($pool);

// No destructor and no hook: resources come back and stay.
array_map($pool->release(...), $held);
counts($pool);

// recoveryLimit is 1.
$pool->recover();
line($pool->tryAcquire(), $pool->tryAcquire());
$pool->close();
counts($pool);

finish();
--EXPECT--
total=0 idle=0 active=0
total=10 idle=0 active=10
total=10 idle=10 active=0
r1 null
total=1 idle=0 active=1
done
