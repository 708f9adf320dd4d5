<?php
// One coroutine acquires and releases; nobody else wants anything.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const OPERATIONS = 500_000;

$ours = new Async\Pool(factory: fn (): stdClass => new stdClass, max: 8);
$theirs = new Yardstick\Pool(fn (): stdClass => new stdClass, 8, checked: true);

// The loop stands here twice because the engine caches the called method at the place of the call.
$our_loop = function (int $operations) use ($ours): void {
    for ($i = 0; $i < $operations; $i++) {
        $resource = $ours->acquire();
        $ours->release($resource);
    }
};
$their_loop = function (int $operations) use ($theirs): void {
    for ($i = 0; $i < $operations; $i++) {
        $resource = $theirs->acquire();
        $theirs->release($resource);
    }
};

Bench\compare(
    'acquire + release in one coroutine',
    bound: 0.45,
    bound_with_jit: 0.8,
    cenote: fn (): float => Async\await(Async\spawn(Bench\cost(...), OPERATIONS, $our_loop)),
    yardstick: function () use ($their_loop): float {
        $fiber = Yardstick\Scheduler::spawn(fn (): float => Bench\cost(OPERATIONS, $their_loop));
        Yardstick\Scheduler::run();
        return $fiber->getReturn();
    },
);
