<?php
// A pool of an extension in C beside Async\Pool with the same callbacks in PHP; one coroutine, nobody else wants anything.
// The factory and both checks are callbacks, as in a pool of connections. Without checks no callback is called in the loop,
// and what remains is the engine, the same for both, and a call into it.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const OPERATIONS = 200_000;

function compare_pools(string $what, bool $checked, float $bound): void
{
    $in_c = capi_new(['max' => 8, 'checked' => (int) $checked]);
    $check = $checked ? fn (stdClass $thing): bool => true : null;
    $in_php = new Async\Pool(
        factory: fn (): stdClass => new stdClass,
        destructor: function (stdClass $thing): void {},
        beforeAcquire: $check,
        beforeRelease: $check,
        max: 8,
    );
    $loop_in_c = function (int $operations) use ($in_c): void {
        capi_cycle($in_c, $operations);
    };
    $loop_in_php = function (int $operations) use ($in_php): void {
        for ($i = 0; $i < $operations; $i++) {
            $resource = $in_php->acquire();
            $in_php->release($resource);
        }
    };
    Bench\compare(
        $what,
        bound: $bound,
        cenote: fn (): float => Async\await(Async\spawn(Bench\cost(...), OPERATIONS, $loop_in_c)),
        yardstick: fn (): float => Async\await(Async\spawn(Bench\cost(...), OPERATIONS, $loop_in_php)),
    );
}

compare_pools('C pool with both checks, acquire + release / Async\Pool', true, 0.5);
compare_pools('C pool without checks, acquire + release / Async\Pool', false, 1.0);
