--TEST--
SPEC 44.12: measure_slices tells the longest run of a coroutine between two waits, in CPU time, and where it ended
--FILE--
<?php
use function Async\{await, delay, measure_slices, spawn};

/** CPU time of the process: a thread that watches has a small share of it. */
function burn(int $milliseconds): void
{
    $used = function (): int {
        $usage = getrusage();
        return 1000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + intdiv($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'], 1000);
    };
    for ($begin = $used(); $used() - $begin <= $milliseconds;);
}

var_dump(measure_slices(true));
await(spawn(function (): void {
    burn(60);
    delay(1); // line 17
    delay(300);
    burn(5);
}));
$figures = measure_slices(true);
var_dump(array_map(get_debug_type(...), $figures));
var_dump($figures['longest'] >= 50, $figures['longest'] < 300, $figures['p99'] === $figures['longest']);
echo basename(strrchr($figures['longestUntil'], '/')), "\n";

// Begun anew; this time the longest ends with its coroutine.
$coroutines = [];
for ($i = 0; $i < 200; $i++) {
    $coroutines[] = spawn(delay(...), 1);
}
$coroutines[] = spawn(burn(...), 30);
Async\await_all_or_fail($coroutines);
$figures = measure_slices(false);
var_dump($figures['count'] > 200, $figures['longest'] >= 25, $figures['p99'] < $figures['longest'], $figures['longestUntil']);

await(spawn(burn(...), 5));
var_dump(measure_slices(false), measure_slices(true)); // nothing was measured while it was off
try {
    measure_slices([]);
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
array(0) {
}
array(5) {
  ["count"]=>
  string(3) "int"
  ["p99"]=>
  string(5) "float"
  ["longest"]=>
  string(5) "float"
  ["longestUntil"]=>
  string(6) "string"
  ["longestRuns"]=>
  string(5) "array"
}
bool(true)
bool(true)
bool(true)
measure_slices_tells_who_ran_for_long.php:17
bool(true)
bool(true)
bool(true)
NULL
array(0) {
}
array(0) {
}
Async\measure_slices(): Argument #1 ($on) must be of type bool, array given
done
