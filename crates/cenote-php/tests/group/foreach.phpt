--TEST--
SPEC 40.7: foreach gives key => [value, error] as tasks settle, waits for the next, and ends when the group is closed and all were given
--FILE--
<?php
use Async\{TaskGroup, TaskSet};
use function Async\{spawn, suspend};

foreach ([TaskGroup::class, TaskSet::class] as $class) {
    $g = new $class();
    $g->spawnWithKey('slow', function () { suspend(); suspend(); return 1; });
    $g->spawnWithKey('bad', fn () => throw new Exception('no'));
    spawn(function () use ($g) { suspend(); suspend(); suspend(); $g->spawn(fn () => null); $g->close(); });
    foreach ($g as $key => [$value, $error]) {
        echo json_encode([$key, $value, $error?->getMessage()]), ' ';
    }
    echo "\nagain: ";
    foreach ($g as $key => $_) { echo $key, ' '; }
    echo count($g), "\n";
    try { foreach ($g as &$x); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { $g->getIterator(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    unset($g, $e);
}
$empty = new TaskGroup();
$empty->close();
foreach ($empty as $never) { echo "never\n"; }
?>
--EXPECT--
["bad",null,"no"] ["slow",1,null] [0,null,null] 
again: bad slow 0 3
Error: Cannot iterate TaskGroup by reference
Error: An object of class Async\TaskGroup is not a traversable object in an invalid state
["bad",null,"no"] ["slow",1,null] [0,null,null] 
again: 0
Error: Cannot iterate TaskGroup by reference
Error: An object of class Async\TaskGroup is not a traversable object in an invalid state
