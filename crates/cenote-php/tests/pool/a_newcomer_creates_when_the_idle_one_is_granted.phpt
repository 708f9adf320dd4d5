--TEST--
SPEC 6.4, 6.5: a caller may be served beside a grant: it leaves the granted idle resource and uses the free place
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn ($r) => $r->id !== 2, max: 2);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
worker('waiter', fn () => $pool->acquire());
settle();
$pool->release($a);
line('full:', $pool->tryAcquire());
$pool->release($b);
stats($pool, 'idle', 'granted');
line('newcomer:', $pool->tryAcquire());
line('full:', $pool->tryAcquire());
settle();
counts($pool);

finish();
--EXPECT--
make r1
make r2
full: null
destroy r2
idle=1 granted=1
make r3
newcomer: r3
full: null
waiter: r1
total=2 idle=0 active=2
done
