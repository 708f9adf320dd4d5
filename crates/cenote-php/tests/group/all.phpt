--TEST--
SPEC 40.5: all() is the values by key in order of spawning, or one CompositeException with the errors in that order
--FILE--
<?php
use Async\{CompositeException, TaskGroup};
use function Async\{await, suspend};

$g = new TaskGroup();
echo json_encode(await($g->all())), "\n";
$g->spawnWithKey('slow', function () { suspend(); suspend(); return 'last'; });
$g->spawnWithKey('fast', fn () => 'first');
$all = $g->all();
var_dump($all->isCompleted());
echo json_encode(await($all)), "\n";
var_dump($g->all()->ignore()->isCompleted(), $g->all(true)->ignore()->isCompleted());
$g->spawn(function () { suspend(); throw new Exception('one'); });
$g->spawn(fn () => throw new Exception('two'));
try { await($g->all()); } catch (CompositeException $e) {
    echo get_class($e), ' "', $e->getMessage(), '" ', implode(' ', array_map(fn ($e) => $e->getMessage(), $e->getExceptions())), "\n";
}
echo json_encode(await($g->all(ignoreErrors: true))), "\n";
$one = new TaskGroup();
$one->spawn(fn () => throw new Exception('alone'));
try { $one->all()->await(); } catch (CompositeException $e) { echo count($e->getExceptions()), "\n"; }
?>
--EXPECT--
[]
bool(false)
{"slow":"last","fast":"first"}
bool(true)
bool(true)
Async\CompositeException "" one two
{"slow":"last","fast":"first"}
1
