--TEST--
SPEC 30.9: coroutines beyond the kernel's limit on mappings fail with an exception that names vm.max_map_count; the others and the process go on
--SKIPIF--
<?php
$limit = (int) @file_get_contents('/proc/sys/vm/max_map_count');
if ($limit === 0 || $limit > 100_000) {
    die("skip vm.max_map_count is $limit: it would take too much memory to reach it");
}
?>
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\{await, spawn, suspend};

$limit = intdiv((int) file_get_contents('/proc/sys/vm/max_map_count'), 2) + 2_000;
$gate = new Async\Channel();
$all = [];
for ($i = 0; $i < $limit; $i++) {
    $all[] = spawn(function () use ($gate) {
        try {
            $gate->recv();
        } catch (Async\AsyncException) {
            return 'served';
        }
    });
}
suspend();
$memory = str_repeat('x', 64 << 20); // from the kernel, while everybody is parked
$gate->close();

$served = $refused = $other = 0;
foreach ($all as $coroutine) {
    try {
        $served += await($coroutine) === 'served' ? 1 : 0;
    } catch (Async\AsyncException $e) {
        str_contains($e->getMessage(), 'vm.max_map_count') ? $refused++ : $other++;
    }
}
echo $served >= $limit * 0.85 ? "most were served\n" : "only $served of $limit served\n";
echo $refused > 0 ? "the others were refused\n" : "none refused\n";
echo 'nothing else: ', var_export($other === 0 && $served + $refused === $limit, true), "\n";
echo await(spawn(fn() => "usable again\n"));
echo "done\n";
?>
--EXPECT--
most were served
the others were refused
nothing else: true
usable again
done
