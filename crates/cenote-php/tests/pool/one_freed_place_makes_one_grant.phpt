--TEST--
SPEC 6.7: each freed place wakes one waiter, and several freed in one tick wake as many as there are
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 3);
$held = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$served = 0;
for ($i = 0; $i < 5; $i++) {
    spawn(function () use ($pool, &$served, &$held) {
        $held[] = $pool->acquire();
        $served++;
    });
}
settle();
$pool->release(array_shift($held));
stats($pool, 'granted');
settle();
line('served', $served);

$pool->release(array_shift($held));
$pool->release(array_shift($held));
stats($pool, 'granted');
settle();
line('served', $served);

// Two waiters, three places.
array_map($pool->release(...), $held);
stats($pool, 'granted', 'idle');
settle();
line('served', $served);
counts($pool);

finish();
--EXPECT--
granted=1
served 1
granted=2
served 3
granted=2 idle=3
served 5
total=3 idle=1 active=2
done
