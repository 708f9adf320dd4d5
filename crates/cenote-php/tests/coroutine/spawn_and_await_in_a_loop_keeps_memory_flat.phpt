--TEST--
SPEC 30.9: 100,000 times spawn and await: stacks are reused, memory stays flat
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await, suspend};

$round = function (int $n) {
    for ($i = 0; $i < $n; $i++) {
        await(spawn(function ($i) { if ($i % 10 == 0) suspend(); return $i; }, $i));
    }
};
$mappings = fn() => count(file('/proc/self/maps'));
$round(2000); // warm-up
$memory = memory_get_usage();
$resident = resident_kb();
$maps = $mappings();
$round(100000);
$grown = memory_get_usage() - $memory;
echo $grown < 65536 ? "PHP memory flat\n" : "PHP memory grew by $grown bytes\n";
$grown = resident_kb() - $resident;
echo $grown < 4096 ? "resident memory flat\n" : "resident memory grew by $grown kB\n";
echo $mappings() - $maps < 20 ? "mappings flat\n" : "mappings grew\n";
echo "done\n";
?>
--EXPECT--
PHP memory flat
resident memory flat
mappings flat
done
