--TEST--
SPEC 13.6, 34.26, 36.2: whatever made idle + active fall below min, the next tick makes up for it
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$dead = [];
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    healthcheck: function ($r) use (&$dead) {
        return !in_array($r->id, $dead);
    },
    beforeRelease: fn ($r) => $r->id > 2,
    min: 3,
    healthcheckInterval: 1,
);
// Broken at release.
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->release($a);
$pool->release($b);
line(count($pool));
until(fn () => $pool->idleCount() === 3, 'replacements of the broken');
line('made', $probe->made, 'destroyed', $probe->destroyed);

// Dead in a check.
$dead = [3, 4, 5];
until(fn () => $probe->made === 8 && $pool->idleCount() === 3, 'replacements of the dead');
sort($probe->destroyed);
line('made', $probe->made, 'destroyed', $probe->destroyed);

// Active ones count for min. (What a round looks at is active, too.)
$held = [$pool->acquire(), $pool->acquire()];
delay(20);
until(fn () => $pool->idleCount() === 1, 'the end of a round');
counts($pool);
$pool->close();

finish();
--EXPECT--
1
made 5 destroyed [1, 2]
made 8 destroyed [1, 2, 3, 4, 5]
total=3 idle=1 active=2
done
