--TEST--
SPEC 30: await() gives the value of the coroutine, of any type, also if it finished before
--FILE--
<?php
use function Async\{spawn, await, suspend};

foreach ([null, false, 0, 1.5, 'text', ['j' => 1, 'k' => [2]]] as $value) {
    $c = spawn(fn() => $value);
    echo json_encode(await($c)), ' ';
}
echo "\n";

$object = new stdClass;
var_dump(await(spawn(fn() => $object)) === $object);

$early = spawn(fn() => 'early');
suspend();
var_dump($early->isCompleted(), await($early));
var_dump(await(spawn(function () {})));
echo "done\n";
?>
--EXPECT--
null false 0 1.5 "text" {"j":1,"k":[2]} 
bool(true)
bool(true)
string(5) "early"
NULL
done
