<?php
// Waiters parked on one resource, then served in order: what one costs must not depend on how many there are. Beyond a
// few hundred coroutines every switch misses the processor's caches, with any pool; so the growth from 100 waiters to
// 10,000 is set against that of the yardstick, whose queue is as flat as a queue can be. The waiters end only after the
// measurement, for the freeing of 10,000 stacks is no part of it.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const MANY = 10_000;
const FEW = 100;

ini_set('memory_limit', -1); // for the Fibers, each of which reserves more than it touches

/** CPU nanoseconds per waiter, from the release of what they wait for until the last has been served. */
function drain_ours(int $waiters): float
{
    $pool = new Async\Pool(factory: fn (): stdClass => new stdClass, max: 1);
    $held = $pool->acquire();
    $state = new Async\FutureState;
    $end = new Async\Future($state);
    $served = [];
    $coroutines = [];
    for ($id = 0; $id < $waiters; $id++) {
        $coroutines[] = Async\spawn(function () use ($pool, $id, $end, &$served): void {
            $resource = $pool->acquire();
            $served[] = $id;
            $pool->release($resource);
            Async\await($end);
        });
    }
    Async\suspend();
    $pool->stats()['waiting'] === $waiters || throw new LogicException('not everybody waits');
    $cost = Bench\cost($waiters, function (int $waiters) use ($pool, $held, &$served): void {
        $pool->release($held);
        while (count($served) < $waiters) {
            Async\suspend();
        }
    });
    $served === range(0, $waiters - 1) || throw new LogicException('served out of order');
    $state->complete(null);
    Async\await_all_or_fail($coroutines);
    return $cost;
}

/** The same with the yardstick. */
function drain_theirs(int $waiters): float
{
    $pool = new Yardstick\Pool(fn (): stdClass => new stdClass, 1, checked: true);
    $held = $pool->acquire();
    $served = [];
    $fibers = [];
    for ($id = 0; $id < $waiters; $id++) {
        $fibers[] = Yardstick\Scheduler::spawn(function () use ($pool, $id, &$served): void {
            $resource = $pool->acquire();
            $served[] = $id;
            $pool->release($resource);
            Fiber::suspend();
        });
    }
    Yardstick\Scheduler::run();
    $cost = Bench\cost($waiters, function () use ($pool, $held): void {
        $pool->release($held);
        Yardstick\Scheduler::run();
    });
    $served === range(0, $waiters - 1) || throw new LogicException('served out of order');
    return $cost;
}

/** @return array{float, float} medians of the cost with few and with many waiters */
function growth(Closure $drain): array
{
    $costs = [[], []];
    for ($run = 0; $run < Bench\RUNS; $run++) {
        $few = [];
        for ($repetition = 0; $repetition < MANY; $repetition += FEW) {
            $few[] = $drain(FEW);
        }
        $costs[0][] = array_sum($few) / count($few);
        $costs[1][] = $drain(MANY);
    }
    return array_map(Bench\median(...), $costs);
}

[$our_few, $our_many] = growth(drain_ours(...));
[$their_few, $their_many] = growth(drain_theirs(...));
Bench\row(
    'draining 10,000 parked waiters, per waiter, against 100',
    sprintf('%.0f / %.0f ns', $our_many, $our_few),
    sprintf('%.0f / %.0f ns', $their_many, $their_few),
    ratio: ($our_many / $our_few) / ($their_many / $their_few),
    bound: 1.2,
);
