--TEST--
SPEC 30: a file that is included may suspend at its top level, in several coroutines at once
--FILE--
<?php
use function Async\{spawn, await, suspend};

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-include.php';
file_put_contents($file, '<?php $mine = $name; Async\suspend(); echo "$mine: ", basename(__FILE__) !== "" ? "included" : "", "\n"; return $mine . $name;');
$load = fn(string $name) => spawn(function () use ($name, $file) { return include $file; });
$a = $load('a');
$b = $load('b');
echo await($a), ' ', await($b), "\n";
echo await(spawn(fn() => eval('Async\suspend(); return "evaluated";'))), "\n";
unlink($file);
echo "done\n";
?>
--EXPECT--
a: included
b: included
aa bb
evaluated
done
