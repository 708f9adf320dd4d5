--TEST--
SPEC 8.1, 34.4: tryAcquire gives null when full, INACTIVE, at the recovery limit, or closed, and throws nothing
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(max: 2);
$a = $pool->tryAcquire();
$b = $pool->tryAcquire();
line('full:', $pool->tryAcquire());
$pool->release($a);
$pool->release($b);

$pool->deactivate();
line('inactive:', $pool->tryAcquire());

$pool->recover();
line('recovering:', $pool->tryAcquire(), $pool->tryAcquire());
$pool->release($a);

$pool->close();
line('closed:', $pool->tryAcquire());
line('made', $probe->made);

finish();
--EXPECTF--
make r1
make r2
full: null
inactive: null
recovering: r1 null
destroy r%d
destroy r%d
closed: null
made 2
done
