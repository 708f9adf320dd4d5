--TEST--
SPEC 30: await_all() gives [results, errors] by key and throws for no task
--FILE--
<?php
use function Async\{spawn, await_all, suspend};

$later = function ($value) { suspend(); return $value; };
$fail = function ($text) { suspend(); throw new RuntimeException($text); };
$cancelled = spawn($later, 'x');
$cancelled->cancel(new Async\AsyncCancellation('stopped'));
[$results, $errors] = await_all([
    'a' => spawn($later, 1),
    'b' => spawn($fail, 'bad b'),
    7 => spawn($later, null),
    'c' => $cancelled,
    'd' => spawn(fn() => 'quick'),
]);
ksort($results, SORT_STRING);
ksort($errors, SORT_STRING);
var_dump($results);
foreach ($errors as $key => $e) {
    echo $key, ' => ', get_class($e), ' ', $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
array(3) {
  [7]=>
  NULL
  ["a"]=>
  int(1)
  ["d"]=>
  string(5) "quick"
}
b => RuntimeException bad b
c => Async\AsyncCancellation stopped
done
