--TEST--
SPEC 6.3, 34.1: with max 1 two workers that loop over acquire and release alternate strictly
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$log = '';
foreach (['A', 'B'] as $name) {
    spawn(function () use ($pool, $name, &$log) {
        for ($i = 0; $i < 6; $i++) {
            $r = $pool->acquire();
            $log .= $name;
            suspend();
            $pool->release($r);
        }
    });
}
settle(50);
line($log);

finish();
--EXPECT--
make r1
ABABABABABAB
done
