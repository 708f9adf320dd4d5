--TEST--
SPEC 5.5, 5.6, 7.6: a factory may acquire from its own pool as long as there is room; without room its acquire times out
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$depth = 0;
$nested = function () use ($probe, &$depth, &$pool) {
    if ($depth++ === 0) {
        line('nested:', $pool->acquire(10));
    }

    return $probe->make();
};
$pool = $probe->pool(factory: $nested, max: 2);
line($pool->acquire());
counts($pool);

$depth = 0;
$pool = $probe->pool(factory: $nested, max: 1);
throws(fn () => $pool->acquire());
counts($pool);
line($pool->acquire());

finish();
--EXPECTF--
make r1
nested: r1
make r2
r2
total=2 idle=0 active=2
Async\TimeoutException: No resource within 10 ms: max=1 active=0 idle=0 creating=1 waiting=1 breaker=ACTIVE longest hold=%d ms%S
total=0 idle=0 active=0
make r3
r3
done
