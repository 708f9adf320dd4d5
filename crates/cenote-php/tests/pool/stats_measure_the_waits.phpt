--TEST--
SPEC 11.4: acquires and waits are counted; waitP50, waitP99 and waitMax are milliseconds of those callers that parked
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 1);
$r = $pool->acquire();
$pool->release($r);
stats($pool, 'waits', 'waitP50', 'waitMax');

// 9 short waits and a long one.
for ($i = 0; $i < 10; $i++) {
    $r = $pool->acquire();
    $waiter = spawn(fn () => $pool->release($pool->acquire()));
    settle();
    $i === 9 && spin(200);
    $pool->release($r);
    settle();
}
$s = $pool->stats();
line($s['acquires'], $s['waits'], $s['waitP50'] < 100.0, $s['waitP99'] >= 180.0, $s['waitMax'] >= 190.0, $s['waitMax'] < 10_000.0);

finish();
--EXPECT--
waits=0 waitP50=0.0 waitMax=0.0
21 10 true true true true
done
