--TEST--
SPEC 30: coroutines under opcache, with and without JIT
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$code = <<<'PHP'
use function Async\{spawn, await, suspend, delay};
function work(int $n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += $i; if ($i % 100 == 0) suspend(); } return $s; }
$all = [];
foreach ([1000, 2000, 3000] as $n) $all[] = spawn('work', $n);
$c = spawn(function () { try { delay(60000); } finally { echo "unwound "; } });
foreach ($all as $x) echo await($x), ' ';
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation) { echo "cancelled"; }
$a = [3, 1, 2];
usort($a, function ($x, $y) { suspend(); return $x <=> $y; });
echo ' ', implode($a);
PHP;
foreach ([['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '0'],
          ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M', 'opcache.jit' => 'tracing', 'opcache.jit_hot_loop' => '3', 'opcache.jit_hot_func' => '3'],
          ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M', 'opcache.jit' => 'function']] as $ini) {
    [$exit, $output] = run_php($code, $ini);
    echo "$output, exit code $exit\n";
}
echo "done\n";
?>
--EXPECT--
499500 1999000 4498500 unwound cancelled 123, exit code 0
499500 1999000 4498500 unwound cancelled 123, exit code 0
499500 1999000 4498500 unwound cancelled 123, exit code 0
done
