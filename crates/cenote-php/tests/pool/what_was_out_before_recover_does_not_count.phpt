--TEST--
SPEC 14.4: resources handed out before recover() take nothing of the limit, nor does their release give any
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 5);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->recover();
$c = $pool->acquire();
line($pool->tryAcquire());
$pool->release($a);
line($pool->tryAcquire());
$pool->release($c);
line($pool->tryAcquire());

// A second recover() starts a new count.
$pool->recover();
line($pool->tryAcquire(), $pool->tryAcquire());

finish();
--EXPECT--
make r1
make r2
make r3
null
null
r1
r3 null
done
