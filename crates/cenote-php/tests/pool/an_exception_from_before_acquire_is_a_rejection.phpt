--TEST--
SPEC 10.2: what beforeAcquire throws counts as a rejection and is not passed on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$calls = 0;
$pool = (new Probe())->pool(beforeAcquire: function () use (&$calls) {
    throw ++$calls === 1 ? new RuntimeException('broken') : new TypeError('wrong');
}, min: 2);
line($pool->acquire());
counts($pool);
stats($pool, 'rejected');

finish();
--EXPECT--
make r1
make r2
destroy r1
destroy r2
make r3
r3
total=1 idle=0 active=1
rejected=2
done
