<?php
// A coroutine that returns a value at once, against a Fiber that does.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const COROUTINES = 50_000;
const FIBERS = 10_000;

$body = fn (): int => 1;

Bench\compare(
    'spawn + await, against new Fiber + start + getReturn',
    bound: 0.06,
    cenote: fn (): float => Bench\cost(COROUTINES, function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i++) {
            Async\await(Async\spawn($body));
        }
    }),
    yardstick: fn (): float => Bench\cost(FIBERS, function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i++) {
            $fiber = new Fiber($body);
            $fiber->start();
            $fiber->getReturn();
        }
    }),
);
