--TEST--
SPEC 30.6: of many parked coroutines a DeadlockError lists the first and the last ones; the others are counted by the place where they wait
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await};
use Async\{Future, FutureState, Channel};

function show_deadlock(array $spawned): void
{
    try {
        await($spawned[0]);
        echo "no deadlock\n";
    } catch (Async\AsyncCancellation $e) {
        $listed = [];
        foreach (array_slice(explode("\n", $e->getPrevious()->getMessage()), 1) as $line) {
            if (preg_match('/^  coroutine #(\d+)/', $line, $match)) {
                $listed[] = $match[1] - $spawned[0]->getId();
            } else {
                echo preg_replace(['/[^ ]*' . basename(__FILE__, '.php') . '\.php/', '/longest hold=\d+/'], ['FILE', 'longest hold=n'], $line), "\n";
            }
        }
        echo 'listed: ', implode(' ', $listed), "\n";
    }
}
$state = new FutureState;
$on_a_future = fn() => await(new Future($state));       // line 23
$on_a_channel = fn() => (new Channel)->recv();          // line 24
$spawned = fn(int $count, callable $choose) => array_map(fn($n) => spawn($choose($n)), range(0, $count - 1));

echo "-- 16\n";
show_deadlock($spawned(16, fn() => $on_a_channel));
echo "-- 17\n";
show_deadlock($spawned(17, fn() => $on_a_channel));
echo "-- 571\n";
show_deadlock($spawned(571, fn($n) => $n < 12 || $n >= 560 ? $on_a_future : $on_a_channel));
echo "-- a pool that only some of them wait for\n";
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$held = $pool->acquire();
$on_the_pool = fn() => $pool->acquire();                // line 36
show_deadlock($spawned(50, fn($n) => $n < 12 || $n >= 40 ? $on_a_channel : $on_the_pool));
echo "-- many places\n";
$code = '';
for ($n = 0; $n < 10; $n++) {
    $code .= "\nfn() => Async\\await(new Async\\Future(\$state)),";
}
$places = eval("return [$code];");
show_deadlock($spawned(40, fn($n) => $places[min($n % 15, 9)]));
?>
--EXPECT--
-- 16
  the main flow, waiting at FILE:8
listed: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
-- 17
  the main flow, waiting at FILE:8
  and 2 more:
    2 waiting at FILE:24
listed: 0 1 2 3 4 5 6 7 8 9 12 13 14 15 16
-- 571
  the main flow, waiting at FILE:8
  and 556 more:
    548 waiting at FILE:24
    8 waiting at FILE:23
listed: 0 1 2 3 4 5 6 7 8 9 566 567 568 569 570
-- a pool that only some of them wait for
  the main flow, waiting at FILE:8
  and 35 more:
    28 waiting at FILE:36 for (1)
    7 waiting at FILE:24
  (1) pool with max=1 active=1 idle=0 creating=0 waiting=28 breaker=ACTIVE longest hold=n ms
listed: 0 1 2 3 4 5 6 7 8 9 45 46 47 48 49
-- many places
  the main flow, waiting at FILE:8
  and 25 more:
    11 waiting at FILE(43) : eval()'d code:11
    2 waiting at FILE(43) : eval()'d code:2
    2 waiting at FILE(43) : eval()'d code:3
    2 waiting at FILE(43) : eval()'d code:4
    2 waiting at FILE(43) : eval()'d code:5
    6 waiting elsewhere
listed: 0 1 2 3 4 5 6 7 8 9 35 36 37 38 39
Async\DeadlockError
