--TEST--
SPEC 30: coroutines as keys and elements: SplObjectStorage, WeakMap, comparison and var_dump do no harm
--FILE--
<?php
use function Async\{spawn, await, suspend};

$a = spawn(fn() => 1);
$b = spawn(fn() => 2);
$set = new SplObjectStorage;
$set[$a] = 'a';
$set[$b] = 'b';
$map = new WeakMap;
$map[$a] = 'weak';
var_dump($a == $a, $a == $b, $a === $b, $set[$a], count($map));
ob_start();
var_dump($a);
print_r($b);
var_export($a);
echo json_encode($a), count((array) $a);
ob_end_clean();
await($a);
await($b);
unset($set, $a);
var_dump(count($map));
echo "done\n";
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
string(1) "a"
int(1)
int(0)
done
