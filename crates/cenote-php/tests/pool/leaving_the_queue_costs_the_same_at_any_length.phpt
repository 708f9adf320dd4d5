--TEST--
SPEC 6.10: cancelling all of 10,000 waiters costs each no more than leaving a short queue
--INI--
memory_limit=1G
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// Parks $n callers, cancels them from the middle of the queue outwards; gives nanoseconds for each.
function leave(int $n): float
{
    $pool = (new Probe(quiet: true))->pool(max: 1);
    $held = $pool->acquire();
    $left = 0;
    for ($i = 0; $i < $n; $i++) {
        $waiters[] = spawn(function () use ($pool, &$left) {
            try {
                $pool->acquire();
            } catch (AsyncCancellation) {
                $left++;
            }
        });
    }
    suspend();
    $half = intdiv($n, 2);
    $start = hrtime(true);
    for ($i = 0; $i < $half; $i++) {
        $waiters[$half + $i]->cancel();
        $waiters[$half - $i - 1]->cancel();
    }
    while ($left < $n) {
        suspend();
    }
    $time = hrtime(true) - $start;
    stats($pool, 'waiting');

    return $time / $n;
}

leave(100);
$few = min(array_map(fn () => leave(100), range(1, 5)));
$many = min(leave(10_000), leave(10_000));
line($many < 10 * $few ? 'flat' : "$few ns for each of 100, $many ns for each of 10,000");

finish();
--EXPECT--
waiting=0
waiting=0
waiting=0
waiting=0
waiting=0
waiting=0
waiting=0
waiting=0
flat
done
