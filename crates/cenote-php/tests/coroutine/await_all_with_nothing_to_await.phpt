--TEST--
SPEC 30: await_all() and await_all_or_fail() of nothing return at once
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail};

echo json_encode([await_all([]), await_all_or_fail([]), await_all(new ArrayIterator([])), await_all_or_fail((fn() => yield from [])())]), "\n";
$c = spawn(fn() => 'same');
echo json_encode(await_all(['x' => $c, 'y' => $c])), "\n"; // the same thing twice
echo json_encode(await_all_or_fail([$c])), "\n"; // finished before
echo "done\n";
?>
--EXPECT--
[[[],[]],[],[[],[]],[]]
[{"x":"same","y":"same"},[]]
["same"]
done
