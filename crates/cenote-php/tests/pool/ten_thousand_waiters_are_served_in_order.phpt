--TEST--
SPEC 6.2, 6.10: 10,000 parked callers are served in order, at a cost for each that does not grow with their number
--INI--
memory_limit=1G
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// Parks $n callers and lets the place go from one to the next; gives the least nanoseconds
// for each of 100, taken over the first 500, while the queue is still long.
function drain(int $n): float
{
    $pool = (new Probe(quiet: true))->pool(max: 1);
    $held = $pool->acquire();
    $served = $times = [];
    for ($i = 0; $i < $n; $i++) {
        spawn(function () use ($pool, $i, &$served, &$times) {
            $r = $pool->acquire();
            $served[] = $i;
            $i % 100 === 0 && $i <= 500 && $times[] = hrtime(true);
            $pool->release($r);
        });
    }
    suspend();
    if ($pool->stats()['waiting'] !== $n) {
        line('not all are waiting');
    }
    $pool->release($held);
    while (count($served) < $n) {
        suspend();
    }
    if ($served !== range(0, $n - 1)) {
        line('wrong order');
    }

    return min(array_map(fn ($from, $to) => $to - $from, array_slice($times, 0, -1), array_slice($times, 1))) / 100;
}

drain(500);
$few = min(array_map(fn () => drain(201), range(1, 5)));
$many = drain(10_000);
line($many < 6 * $few ? 'flat' : "$few ns for each of 200, $many ns for each of 10,000");

finish();
--EXPECT--
flat
done
