<?php
// What a parked coroutine costs in resident memory; beside it, a suspended Fiber. Nothing was started before, so that
// no stack is a used one.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const COROUTINES = 10_000;
const BOUND_IN_BYTES = 10_000;

ini_set('memory_limit', -1); // for the Fibers, each of which reserves more than it touches

function resident(): int
{
    preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $match);
    return 1024 * (int) $match[1];
}

$before = resident();
$coroutines = [];
for ($i = 0; $i < COROUTINES; $i++) {
    $coroutines[] = Async\spawn(fn () => Async\delay(3_600_000));
}
Async\suspend();
foreach ($coroutines as $coroutine) {
    $coroutine->isSuspended() || throw new LogicException('a coroutine is not parked');
}
$ours = (resident() - $before) / COROUTINES;

$before = resident();
$fibers = [];
for ($i = 0; $i < COROUTINES; $i++) {
    $fibers[] = $fiber = new Fiber(fn () => Fiber::suspend());
    $fiber->start();
}
$theirs = (resident() - $before) / COROUTINES;

Bench\row(
    'memory of a coroutine parked in delay(), of 10 kB (or: a Fiber)',
    sprintf('%.1f kB', $ours / 1000),
    sprintf('%.1f kB', $theirs / 1000),
    ratio: $ours / BOUND_IN_BYTES,
    bound: 1,
);
exit; // unwinds the parked ones
