<?php
// A new pool each round: hooks that reject, waiters served, timed out and cancelled, a cycle, a close.
use Async\Pool;
use function Async\{await_all, spawn, suspend};

for ($round = 0; $round < $argv[1]; $round++) {
    $uses = 0;
    $pool = new Pool(
        factory: fn (): stdClass => new stdClass,
        destructor: fn (stdClass $resource) => null,
        beforeRelease: function () use (&$uses): bool {
            return ++$uses % 3 !== 0;
        },
        min: 1,
        max: 2,
    );
    $workers = [];
    for ($i = 0; $i < 6; $i++) {
        $workers[] = spawn(function () use ($pool): void {
            $resource = $pool->acquire();
            suspend();
            $pool->release($resource);
        });
    }
    suspend();
    $workers[5]->cancel();
    await_all($workers);
    $held = [$pool->acquire(), $pool->acquire()];
    try {
        $pool->acquire(1);
    } catch (Async\TimeoutException) {
    }
    $held[0]->pool = $pool; // a cycle through a handed-out resource
    $pool->release($held[1]);
    if ($round % 2) {
        $pool->close();
    }
    unset($pool, $held, $workers);
    gc_collect_cycles();
}
