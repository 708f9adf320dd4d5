<?php
// 64 coroutines share 8 resources; each holds one across a suspension.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const COROUTINES = 64;
const ROUNDS = 2_000;

$ours = new Async\Pool(factory: fn (): stdClass => new stdClass, max: 8);
$theirs = new Yardstick\Pool(fn (): stdClass => new stdClass, 8, checked: true);

$our_worker = function () use ($ours): void {
    for ($i = 0; $i < ROUNDS; $i++) {
        $resource = $ours->acquire();
        Async\suspend();
        $ours->release($resource);
    }
};
$their_worker = function () use ($theirs): void {
    for ($i = 0; $i < ROUNDS; $i++) {
        $resource = $theirs->acquire();
        Yardstick\Scheduler::yield();
        $theirs->release($resource);
    }
};

Bench\compare(
    '64 coroutines on 8, suspend between acquire and release',
    bound: 0.6,
    cenote: fn (): float => Bench\cost(COROUTINES * ROUNDS, function () use ($our_worker): void {
        $coroutines = [];
        for ($i = 0; $i < COROUTINES; $i++) {
            $coroutines[] = Async\spawn($our_worker);
        }
        Async\await_all_or_fail($coroutines);
    }),
    yardstick: fn (): float => Bench\cost(COROUTINES * ROUNDS, function () use ($their_worker): void {
        for ($i = 0; $i < COROUTINES; $i++) {
            Yardstick\Scheduler::spawn($their_worker);
        }
        Yardstick\Scheduler::run();
    }),
);
