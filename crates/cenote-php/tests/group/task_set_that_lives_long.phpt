--TEST--
SPEC 40.13: a set that has delivered thousands of tasks takes no more memory than before, also while an early one runs, and with keys given by hand
--FILE--
<?php
use Async\TaskSet;
use function Async\{await, delay};

$resident = fn (): int => 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1];
foreach (['counted', 'beside an early one', 'named'] as $kind) {
    $set = new TaskSet(concurrency: 10, queueLimit: 0);
    $run = function (int $tasks) use ($set, $kind): void {
        for ($i = 0; $i < $tasks; $i += 20) {
            for ($n = 0; $n < 20; $n++) {
                $kind === 'named' ? $set->spawnWithKey("task $i $n", fn () => $n) : $set->spawn(fn () => $n);
            }
            for ($n = 0; $n < 20; $n++) {
                await($set->joinNext());
            }
        }
    };
    if ($kind === 'beside an early one') {
        $set->spawn(fn () => delay(3_600_000));
    }
    $run(2_000);
    $before = $resident();
    $run(20_000);
    $grown = $resident() - $before;
    echo $kind, ': ', $grown < 256 << 10 ? 'ok' : "grew by $grown bytes", ', ', count($set), "\n";
    $set->cancel();
}
?>
--EXPECT--
counted: ok, 0
beside an early one: ok, 1
named: ok, 0
