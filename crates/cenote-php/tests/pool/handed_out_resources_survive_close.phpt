--TEST--
SPEC 12.3: what is out at close lives on, and goes through the destructor at its release
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 3);
[$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$pool->release($c);
$pool->close();
counts($pool);
line($a, $b);
$pool->release($b);
counts($pool);
$pool->release($a);
counts($pool);

finish();
--EXPECT--
make r1
make r2
make r3
destroy r3
total=2 idle=0 active=2
r1 r2
destroy r2
total=1 idle=0 active=1
destroy r1
total=0 idle=0 active=0
done
