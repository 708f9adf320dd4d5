--TEST--
SPEC 34.5, 6.1: woken waiters run, and find their pool, though every reference to coroutine and pool was dropped in between
--FILE--
<?php
use Async\Pool;
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$outcome = new ArrayObject();
$park = function (int $n, string $end) use ($outcome) {
    $pool = (new Probe(quiet: true))->pool(max: $n);
    $held = [];
    for ($i = 0; $i < $n; $i++) {
        $held[] = $pool->acquire();
    }
    for ($i = 0; $i < 2 * $n; $i++) {
        spawn(function (Pool $pool) use ($outcome) {
            try {
                $pool->release($pool->acquire());
                $outcome[] = 'served';
            } catch (Throwable $e) {
                $outcome[] = $e::class;
            }
        }, $pool);
    }
    settle();
    $end === 'release' ? array_map($pool->release(...), $held) : $pool->$end();
};
foreach (['release', 'close', 'deactivate'] as $end) {
    $park(50, $end);
    gc_collect_cycles();
    // Whatever was freed is overwritten.
    $noise = array_map(fn ($i) => str_repeat(chr($i % 256), 16 + 8 * ($i % 40)), range(0, 5_000));
    settle(300);
    line($end);
    foreach (array_count_values($outcome->getArrayCopy()) as $how => $times) {
        line($how, $times);
    }
    $outcome->exchangeArray([]);
}

finish();
--EXPECT--
release
served 100
close
Async\PoolException 100
deactivate
Async\ServiceUnavailableException 100
done
