--TEST--
SPEC 40.11: finally() callbacks run once the group is closed and settled, after those who awaited all(); at once if that is so already
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, current_coroutine, spawn, suspend};

$g = new TaskGroup();
$g->spawn(function () { suspend(); echo "task\n"; });
foreach ([1, 2] as $n) { $g->finally(function (TaskGroup $given) use ($g, $n) { echo "$n "; var_dump($given === $g); suspend(); }); }
spawn(function () use ($g) { await($g->all()); echo "awaited\n"; });
suspend();
$g->close();
for ($n = 0; $n < 6; $n++) { suspend(); }
$g->finally(function () { echo "late\n"; });
echo "after late\n";
$dropped = new TaskGroup();
$dropped->spawn(fn () => 1);
$dropped->finally(function (TaskGroup $g) { echo "dropped, "; var_dump($g->isFinished()); });
unset($dropped);
for ($n = 0; $n < 4; $n++) { suspend(); }
?>
--EXPECT--
task
awaited
1 bool(true)
2 bool(true)
late
after late
dropped, bool(true)
