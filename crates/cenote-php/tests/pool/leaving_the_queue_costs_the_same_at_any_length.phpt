--TEST--
SPEC 6.10: a cancelled caller leaves a queue of 10,000 at the cost of leaving one of 100
--INI--
memory_limit=1G
--FILE--
<?php
use Async\AsyncCancellation;
use Async\PoolException;
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// Parks $n callers and cancels 100 at a time from the middle of the queue, up to five times;
// gives the least nanoseconds for each that left.
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
            } catch (PoolException) {
                // The rest, at close.
            }
        });
    }
    suspend();
    $groups = array_chunk(array_slice($waiters, intdiv($n - min($n, 500), 2), 500), 100);
    foreach ($groups as $done => $group) {
        $start = hrtime(true);
        foreach ($group as $waiter) {
            $waiter->cancel();
        }
        while ($left < 100 * ($done + 1)) {
            suspend();
        }
        $times[] = (hrtime(true) - $start) / 100;
    }
    if ($pool->stats()['waiting'] !== $n - $left) {
        line('not all have left');
    }
    $pool->close();
    suspend();

    return min($times);
}

leave(100);
$few = min(array_map(fn () => leave(100), range(1, 5)));
$many = leave(10_000);
line($many < 6 * $few ? 'flat' : "$few ns to leave a queue of 100, $many ns to leave one of 10,000");

finish();
--EXPECT--
flat
done
