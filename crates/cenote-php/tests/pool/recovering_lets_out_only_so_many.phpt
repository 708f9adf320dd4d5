--TEST--
SPEC 14.4: in RECOVERING at most recoveryLimit are out; beyond, acquire throws at once and tryAcquire gives null
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 5, recoveryLimit: 2);
$pool->recover();
$a = $pool->acquire();
$b = $pool->tryAcquire();
throws(fn () => $pool->acquire());
throws(fn () => $pool->acquire(60_000));
line($pool->tryAcquire());
$pool->release($a);
line($pool->tryAcquire(), $pool->tryAcquire());
counts($pool);
$pool->activate();
line($pool->tryAcquire());

finish();
--EXPECTF--
make r1
make r2
Async\ServiceUnavailableException: %s
Async\ServiceUnavailableException: %s
null
r1 null
total=2 idle=0 active=2
make r3
r3
done
