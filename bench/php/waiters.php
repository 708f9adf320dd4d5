<?php
// Waiters parked on one resource, then served in order. What one costs must not depend on how many there are.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const MANY = 10_000;
const FEW = 100;

/** CPU nanoseconds per waiter, from the release of what they wait for until the last has been served. */
function drain(int $waiters, int $repetitions): float
{
    $spent = 0.0;
    for ($repetition = 0; $repetition < $repetitions; $repetition++) {
        $pool = new Async\Pool(factory: fn (): stdClass => new stdClass, max: 1);
        $held = $pool->acquire();
        $served = [];
        $coroutines = [];
        for ($id = 0; $id < $waiters; $id++) {
            $coroutines[] = Async\spawn(function () use ($pool, $id, &$served): void {
                $resource = $pool->acquire();
                $served[] = $id;
                $pool->release($resource);
            });
        }
        Async\suspend();
        $pool->stats()['waiting'] === $waiters || throw new LogicException('not everybody waits');
        $spent += $waiters * Bench\cost($waiters, function () use ($pool, $held, $coroutines): void {
            $pool->release($held);
            Async\await_all_or_fail($coroutines);
        });
        $served === range(0, $waiters - 1) || throw new LogicException('served out of order');
    }
    return $spent / ($waiters * $repetitions);
}

Bench\compare(
    'draining 10,000 parked waiters, against 100 (each costs the same)',
    bound: 1.5,
    cenote: fn (): float => drain(MANY, 1),
    yardstick: fn (): float => drain(FEW, intdiv(MANY, FEW)),
);
