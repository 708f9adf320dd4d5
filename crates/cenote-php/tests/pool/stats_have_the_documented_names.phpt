--TEST--
SPEC 11.4: stats() gives all documented values by name, and those of PDO only for a PDO pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$stats = (new Probe())->pool()->stats();
$ints = ['max', 'min', 'total', 'active', 'idle', 'creating', 'waiting', 'granted', 'acquires', 'waits', 'timeouts',
    'created', 'destroyed', 'createFailures', 'rejected', 'expired', 'unhealthy'];
$floats = ['waitP50', 'waitP99', 'waitMax', 'holdMax'];
foreach ($ints as $name) {
    is_int($stats[$name] ?? null) || line('no int:', $name);
}
foreach ($floats as $name) {
    is_float($stats[$name] ?? null) || line('no float:', $name);
}
line(is_int($stats['longestHold']) || is_float($stats['longestHold']), $stats['closed'], $stats['state']);
line(array_intersect(['resets', 'rollbacks', 'broken', 'cacheHits', 'cacheMisses', 'uncacheable'], array_keys($stats)));
line(array_diff(array_keys($stats), $ints, $floats, ['longestHold', 'longestHoldAt', 'state', 'closed']));

finish();
--EXPECT--
true false ACTIVE
[]
[]
done
