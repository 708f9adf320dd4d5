--TEST--
SPEC 17.4: an idle connection used last is taken first
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database(), NAMED);
$gates = [new Gate(), new Gate(), new Gate()];
$order = [];
$holders = [];
foreach ($gates as $gate) {
    $holders[] = spawn(function () use ($pdo, $gate, &$order) {
        $statement = $pdo->query('SELECT name FROM me');
        $name = $statement->fetchColumn();
        $gate->pass();
        $order[] = $name;
    });
}
suspend();
foreach ([1, 0, 2] as $i) {
    $gates[$i]->open();
    await($holders[$i]);
}
say('idle', usage($pdo));
$taken = [];
foreach (range(1, 4) as $i) {
    $taken[] = name_of($pdo);
}
say('always the last one', array_unique($taken) === [$order[2]]);
$first = $pdo->query('SELECT name FROM me');
await(spawn(fn() => say('then the one before it', name_of($pdo) === $order[1])));
echo "done\n";
--EXPECT--
idle: 3 idle, 0 active
always the last one: true
then the one before it: true
done
