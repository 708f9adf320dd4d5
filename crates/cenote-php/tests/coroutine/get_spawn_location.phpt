--TEST--
SPEC 30.15: getSpawnLocation() is file:line of the spawn, before, during and after the run
--FILE--
<?php
use function Async\{spawn, await, suspend};

$c = spawn(function () { suspend(); return spawn(fn() => 1); }); // line 4
echo basename($c->getSpawnLocation()), "\n";
suspend();
echo basename($c->getSpawnLocation()), "\n";
$child = await($c);
echo basename($c->getSpawnLocation()), ' ', basename($child->getSpawnLocation()), "\n";
var_dump(str_starts_with($c->getSpawnLocation(), __FILE__ . ':'));

function start() {
    return spawn('strlen', 'x'); // line 13
}
echo basename(start()->getSpawnLocation()), "\n";
array_map(function () use (&$d) { $d = spawn(fn() => 1); }, [1]); // line 16
echo basename($d->getSpawnLocation()), "\n";
echo "done\n";
?>
--EXPECT--
get_spawn_location.php:4
get_spawn_location.php:4
get_spawn_location.php:4 get_spawn_location.php:4
bool(true)
get_spawn_location.php:13
get_spawn_location.php:16
done
