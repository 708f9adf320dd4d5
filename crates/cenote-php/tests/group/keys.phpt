--TEST--
SPEC 40.4: spawn() counts from 0 past the keys that are taken, and gives none twice, also of a set that has delivered it; a key given by hand is free once delivered
--FILE--
<?php
use Async\{AsyncException, TaskGroup, TaskSet};
use function Async\await;

$value = fn (mixed $value) => $value;
$g = new TaskGroup();
$g->spawn($value, 'a');
$g->spawnWithKey(1, $value, 'b');      // what would be next
$g->spawnWithKey('3', $value, 'c');    // an int
$g->spawnWithKey('name', $value, 'd');
$g->spawnWithKey(-1, $value, 'e');
$g->spawnWithKey(7, $value, 'f');
for ($i = 0; $i < 6; $i++) { $g->spawn($value, $i); }
echo json_encode(await($g->all())), "\n";
foreach ([0, 1, '2', 3, -1, 7, 8, 9, 'name'] as $taken) {
    try { $g->spawnWithKey($taken, $value, 'twice'); } catch (AsyncException $e) { echo $e->getMessage(), '; '; }
}
echo "\n", count($g), "\n-- a set\n";
$s = new TaskSet();
foreach (['joinAll', 'joinNext', 'joinAny'] as $join) {
    $s->spawn($value, 0);
    $s->spawnWithKey($join === 'joinNext' ? 2 : 'k', $value, 1);
    $s->spawnWithKey(100, $value, 2);
    try { $s->spawnWithKey(100, $value, 3); } catch (AsyncException $e) { echo $e->getMessage(), '; '; }
    for ($n = count($s); $n > 0; $n = count($s)) { await($s->$join()); }
}
for ($i = 0; $i < 3; $i++) { $s->spawn($value, $i); }
$s->spawnWithKey(0, $value, 'again');
$s->close();
foreach ($s as $key => [$value]) { echo "$key => $value, "; }
?>
--EXPECT--
{"0":"a","1":"b","3":"c","name":"d","-1":"e","7":"f","2":0,"4":1,"5":2,"6":3,"8":4,"9":5}
Duplicate key 0 in TaskGroup; Duplicate key 1 in TaskGroup; Duplicate key 2 in TaskGroup; Duplicate key 3 in TaskGroup; Duplicate key -1 in TaskGroup; Duplicate key 7 in TaskGroup; Duplicate key 8 in TaskGroup; Duplicate key 9 in TaskGroup; Duplicate key "name" in TaskGroup; 
12
-- a set
Duplicate key 100 in TaskGroup; Duplicate key 100 in TaskGroup; Duplicate key 100 in TaskGroup; 3 => 0, 4 => 1, 5 => 2, 0 => again, 
