<?php
// A random program over everything the extension offers, mixed with everything the engine can do around it.
//
//     scripts/php.sh tests/fuzz-php/program.php SEED [STEPS]
//
// Any outcome that PHP defines is fine: a value, an exception, a deadlock, an exit, a fatal error. What must never
// happen is a crash, a hang, an internal error, or counts of a pool that do not add up; scripts/stress/fuzz.sh looks for those.
// Each flow (coroutine, fiber, destructor …) draws from numbers of its own, so that a program is the same in each run
// as far as its timers allow.

use function Async\{await, await_all, await_all_or_fail, coroutines, current_coroutine, delay, protect, spawn, suspend, timeout};

require __DIR__ . '/numbers.php';
require __DIR__ . '/world.php';
require __DIR__ . '/surroundings.php';
require __DIR__ . '/belonging.php';
require __DIR__ . '/steps.php';

$seed = (int) ($argv[1] ?? 1);
$world = new World(new Numbers($seed), (int) ($argv[2] ?? 250));
World::$only = $world;
if ($world->quiet_ends) {
    file_put_contents('php://stdout', "left out: exceptions out of destructors, which this PHP's JIT does not stand\n");
}

// The engine's own place for what is left: the last thing that runs is this look at the pools.
register_shutdown_function(static function () use ($world): void {
    $world->open = false;
    register_shutdown_function(static fn() => $world->report());
});

$steps = new Steps($world, $world->numbers->split());
for ($i = $world->numbers->below(4); $i >= 0; $i--) {
    $world->keep(spawn([new Steps($world, $world->numbers->split()), 'run'], 12));
}
$steps->run(20);
echo "main ended\n";
