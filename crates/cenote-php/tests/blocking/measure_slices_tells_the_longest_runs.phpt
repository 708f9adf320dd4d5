--TEST--
SPEC 44.12: measure_slices() returns the longest runs by the wall clock, with what took the time; a sleep in the reactor counts nowhere
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{await, delay, measure_slices, spawn};

measure_slices(true);
await(spawn(function (): void {
    delay(5);
    block(600);
    delay(5); // line 10
    compute(300);
}));
usleep(300_000);
delay(300);
$runs = measure_slices(false)['longestRuns'];
[$first, $second] = $runs;
echo count($runs) >= 2 && count($runs) <= 10 ? 'some' : count($runs), "\n";
echo $first['function'], ' at ', basename($first['place']), ' until ', substr(strrchr($first['until'], ':'), 1), "\n";
echo $first['wall'] >= 600 ? 'all of it' : $first['wall'], ', ', $first['cpu'] < $first['wall'] / 2 ? 'not computing' : $first['cpu'], "\n";
echo $second['function'] ?? 'no function', ', ', basename(preg_replace('/:\d+$/', '', $second['place'])), ', ',
    $second['wall'] >= 300 ? 'all of it' : $second['wall'], ', ', $second['until'] ?? 'until its end', "\n";
$walls = array_column($runs, 'wall');
$sorted = $walls;
rsort($sorted);
echo $walls === $sorted ? 'in order' : 'mixed', "\n";
var_dump(max(array_column(array_slice($runs, 2), 'wall') ?: [0]) < 300);
?>
--EXPECT--
some
usleep at block.inc:12 until 10
all of it, not computing
no function, block.inc, all of it, until its end
in order
bool(true)
