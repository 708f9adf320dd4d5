--TEST--
SPEC 40.2: with a full queue spawn() waits itself, first come, first served
--FILE--
<?php
use Async\{AsyncException, TaskGroup};
use function Async\{await, spawn, suspend};

foreach ([[1, 1], [1, null], [1, 0]] as [$concurrency, $limit]) {
    $g = new TaskGroup($concurrency, $limit);
    for ($n = 0; $n < 5; $n++) {
        $g->spawn(function () { suspend(); suspend(); });
        echo $n, ' ', json_encode($g->isFinished()), ' ', $g->count(), "; ";
    }
    $all = $g->all();
    $order = [];
    foreach (['a', 'b', 'c'] as $who) {
        spawn(function () use ($g, $who, &$order) { $g->spawn(function () use ($who, &$order) { $order[] = $who; }); });
    }
    await($all);
    for ($n = 0; $n < 30; $n++) { suspend(); }
    echo implode($order), "\n";
}
// A group that is closed while spawn() waits.
$g = new TaskGroup(1, 1);
$g->spawn(fn () => suspend());
$g->spawn(fn () => 1);
$waits = spawn(function () use ($g) { try { $g->spawn(fn () => 1); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; } });
$cancelled = spawn(fn () => $g->spawn(fn () => print("never\n")));
suspend();
$cancelled->cancel();
$g->close();
$g->awaitCompletion();
await($waits);
var_dump($g->count());
?>
--EXPECT--
0 false 1; 1 false 2; 2 false 3; 3 false 4; 4 false 5; abc
0 false 1; 1 false 2; 2 false 3; 3 false 4; 4 false 5; abc
0 false 1; 1 false 2; 2 false 3; 3 false 4; 4 false 5; abc
Cannot spawn tasks on a closed TaskGroup
int(2)
