<?php
// 64 coroutines that do nothing but let the next one run.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const COROUTINES = 64;
const ROUNDS = 5_000;

$our_body = function (): void {
    for ($i = 0; $i < ROUNDS; $i++) {
        Async\suspend();
    }
};
$their_body = function (): void {
    for ($i = 0; $i < ROUNDS; $i++) {
        Yardstick\Scheduler::yield();
    }
};

Bench\compare(
    'suspend with 64 runnable',
    bound: 0.6,
    cenote: fn (): float => Bench\cost(COROUTINES * ROUNDS, function () use ($our_body): void {
        $coroutines = [];
        for ($i = 0; $i < COROUTINES; $i++) {
            $coroutines[] = Async\spawn($our_body);
        }
        Async\await_all_or_fail($coroutines);
    }),
    yardstick: fn (): float => Bench\cost(COROUTINES * ROUNDS, function () use ($their_body): void {
        for ($i = 0; $i < COROUTINES; $i++) {
            Yardstick\Scheduler::spawn($their_body);
        }
        Yardstick\Scheduler::run();
    }),
);
