<?php
// 64 coroutines loop over 8 resources until all stop at one moment: how often did the luckiest get one, how often the
// unluckiest? Holding times differ, and every coroutine asks again at once.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const COROUTINES = 64;
const ACQUISITIONS = 200_000;

/** @return array<int, int> coroutine => how often it got a resource */
function shares(Closure $spawn, Closure $run, object $pool, Closure $suspend): array
{
    $got = array_fill(0, COROUTINES, 0);
    $total = 0;
    for ($id = 0; $id < COROUTINES; $id++) {
        $spawn(function () use ($id, $pool, $suspend, &$got, &$total): void {
            while ($total < ACQUISITIONS) {
                $resource = $pool->acquire();
                $got[$id]++;
                $total++;
                for ($i = $got[$id] % 3; $i >= 0; $i--) {
                    $suspend();
                }
                $pool->release($resource);
            }
        });
    }
    $run();
    return $got;
}

$coroutines = [];
$ours = shares(
    function (Closure $body) use (&$coroutines): void {
        $coroutines[] = Async\spawn($body);
    },
    function () use (&$coroutines): void {
        Async\await_all_or_fail($coroutines);
    },
    new Async\Pool(factory: fn (): stdClass => new stdClass, max: 8),
    Async\suspend(...),
);
$theirs = shares(
    Yardstick\Scheduler::spawn(...),
    Yardstick\Scheduler::run(...),
    new Yardstick\Pool(fn (): stdClass => new stdClass, 8, checked: true),
    Yardstick\Scheduler::yield(...),
);

$show = fn (array $shares): string => max($shares) . ' / ' . min($shares);
Bench\row(
    'fairness of 64 coroutines on 8: most / fewest of ' . number_format(ACQUISITIONS),
    $show($ours),
    $show($theirs),
    ratio: max($ours) / min($ours),
    bound: 1.05,
);
