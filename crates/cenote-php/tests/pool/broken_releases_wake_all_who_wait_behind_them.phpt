--TEST--
SPEC 9.2, 34.3: each waiter behind a series of broken releases gets its turn
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn () => throw new RuntimeException('broken'), max: 1);
foreach (['A', 'B', 'C', 'D'] as $name) {
    worker($name, function () use ($pool) {
        $r = $pool->acquire();
        suspend();
        $pool->release($r);

        return $r;
    });
}
settle(50);
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
A: r1
make r2
destroy r2
B: r2
make r3
destroy r3
C: r3
make r4
destroy r4
D: r4
total=0 idle=0 active=0
done
