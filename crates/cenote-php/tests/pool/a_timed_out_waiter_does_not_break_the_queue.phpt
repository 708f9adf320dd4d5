--TEST--
SPEC 6.6, 7.8: waiters behind one that timed out keep their order and are served
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
worker('A', fn () => $pool->acquire());
worker('B', fn () => $pool->acquire(5));
foreach (['C', 'D'] as $name) {
    worker($name, function () use ($pool) {
        $r = $pool->acquire();
        $pool->release($r);

        return $r;
    });
}
until(fn () => $pool->stats()['timeouts'] === 1, 'the timeout');
stats($pool, 'waiting');
$pool->release($r);
settle();
stats($pool, 'waiting');
$pool->release($r);
settle();
counts($pool);

finish();
--EXPECTF--
make r1
B: Async\TimeoutException: %s
waiting=3
A: r1
waiting=2
C: r1
D: r1
total=1 idle=1 active=0
done
