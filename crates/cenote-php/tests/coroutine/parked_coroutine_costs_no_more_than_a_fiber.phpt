--TEST--
SPEC 30.9: a parked coroutine costs no more memory than a parked Fiber plus a small constant
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$measure = <<<'PHP'
preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $m);
$before = (int) $m[1];
$keep = [];
for ($i = 0; $i < 3000; $i++) {
    MAKE
}
AFTER
preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $m);
echo (int) $m[1] - $before;
exit(0);
PHP;
$run = fn(string $make, string $after) => (int) run_php(strtr($measure, ['MAKE' => $make, 'AFTER' => $after]), ['memory_limit' => '-1'])[1];
$fiber = $run('$f = new Fiber(function () { Fiber::suspend(); }); $f->start(); $keep[] = $f;', '');
$coroutine = $run('$keep[] = Async\spawn(function () { Async\delay(60000); });', 'Async\suspend();');
$per = ($coroutine - $fiber) / 3000; // kB
echo $fiber > 3000 && $coroutine > 1000 ? "measured\n" : "nothing measured: $fiber, $coroutine\n";
echo $per < 2 ? "small constant\n" : "fiber $fiber kB, coroutine $coroutine kB for 3000\n";
echo "done\n";
?>
--EXPECT--
measured
small constant
done
