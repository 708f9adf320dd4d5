--TEST--
SPEC 30: await_all_or_fail() gives the results by key
--FILE--
<?php
use function Async\{spawn, await_all_or_fail, suspend};

$later = function ($value, $turns) { while ($turns--) suspend(); return $value; };
$results = await_all_or_fail(['x' => spawn($later, 'slow', 3), 5 => spawn($later, 'quick', 0), 'y' => spawn($later, null, 1)]);
ksort($results, SORT_STRING);
var_dump($results);
echo "done\n";
?>
--EXPECT--
array(3) {
  [5]=>
  string(5) "quick"
  ["x"]=>
  string(4) "slow"
  ["y"]=>
  NULL
}
done
