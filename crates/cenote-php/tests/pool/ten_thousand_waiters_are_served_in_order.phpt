--TEST--
SPEC 6.2, 6.10: 10,000 parked callers are served in order, at a cost for each that does not grow with their number
--INI--
memory_limit=1G
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// Parks $n callers, lets the place go from one to the next; gives nanoseconds for each.
function drain(int $n): float
{
    $pool = (new Probe(quiet: true))->pool(max: 1);
    $held = $pool->acquire();
    $served = [];
    for ($i = 0; $i < $n; $i++) {
        spawn(function () use ($pool, $i, &$served) {
            $r = $pool->acquire();
            $served[] = $i;
            $pool->release($r);
        });
    }
    suspend();
    if ($pool->stats()['waiting'] !== $n) {
        line('not all are waiting');
    }
    $start = hrtime(true);
    $pool->release($held);
    while (count($served) < $n) {
        suspend();
    }
    $time = hrtime(true) - $start;
    if ($served !== range(0, $n - 1)) {
        line('wrong order');
    }

    return $time / $n;
}

drain(100);
$few = min(array_map(fn () => drain(100), range(1, 9)));
$many = min(drain(10_000), drain(10_000));
line($many < 10 * $few ? 'flat' : "$few ns for each of 100, $many ns for each of 10,000");

finish();
--EXPECT--
flat
done
