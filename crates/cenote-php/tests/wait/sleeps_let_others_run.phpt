--TEST--
SPEC 30.13: sleep(), usleep(), time_nanosleep() and time_sleep_until() let others run, also in the main flow
--DESCRIPTION--
waits: `sleep`, `usleep`, `time_nanosleep`, `time_sleep_until` | lets others run | yes
--FILE--
<?php
require __DIR__ . '/most.inc';

use function Async\{await, delay, spawn};

$ticker = spawn(function () use (&$ticks): void {
    for ($ticks = 0; ; $ticks++) {
        delay(5);
    }
});
$sleeps = [
    'sleep' => fn (): mixed => sleep(1),
    'usleep' => fn (): mixed => usleep(100_000),
    'time_nanosleep' => fn (): mixed => time_nanosleep(0, 100_000_000),
    'time_sleep_until' => fn (): mixed => time_sleep_until(microtime(true) + 0.1),
];
foreach ($sleeps as $name => $sleep) {
    foreach (['coroutine' => fn (): mixed => await(spawn($sleep)), 'main flow' => $sleep] as $where => $run) {
        $others = most(function () use ($run, &$ticks): int {
            $before = $ticks ?? 0;
            $run();
            return $ticks - $before;
        }, 4);
        echo "$name in the $where: ", $others > 3 ? 'others ran' : 'nobody ran', "\n";
    }
}
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
sleep in the coroutine: others ran
sleep in the main flow: others ran
usleep in the coroutine: others ran
usleep in the main flow: others ran
time_nanosleep in the coroutine: others ran
time_nanosleep in the main flow: others ran
time_sleep_until in the coroutine: others ran
time_sleep_until in the main flow: others ran
done
