--TEST--
SPEC 30: PHP's tracing JIT frees too much when a destructor throws, with cenote as without it; the function JIT does not
--EXTENSIONS--
opcache
--FILE--
<?php
/*
 * No coroutine takes part. Compiled code that leaves a method destroys a return value that nobody uses; its destructor
 * throws. The JIT notes the caller's next opcode as the one that threw, and the engine frees what that one would have set:
 * an old temporary, here the reference to `steps` that the call has used up. docs/reports/compatibility.md tells more.
 */
$code = <<<'PHP'
<?php
class Loud { public static bool $throws = false; public function __destruct() { if (self::$throws) throw new RuntimeException('late'); } }
class Steps { public function run() { return new Loud; } }
class Mine { public function __construct(public Steps $steps) {} public function call() { $this->steps->run(); return $this; } }
$mine = new Mine(new Steps);
$keep = array_fill(0, 1000, $mine->steps);
array_map(function () use ($mine) { $mine->steps->run(); }, range(1, 124));
array_map(function ($n) use ($mine) {
    Loud::$throws = $n > 6;
    try { $mine->call(); } catch (RuntimeException) {}
}, range(1, 40));
ob_start();
debug_zval_dump($mine->steps);
preg_match('/refcount\((\d+)\)/', ob_get_clean(), $found);
echo extension_loaded('cenote') ? 'cenote' : 'stock', ' ', $found[1] - 1002;
PHP;
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-jit.php';
file_put_contents($file, $code);

function run(string $settings, string $jit, string $file): string
{
    return shell_exec(PHP_BINARY . " $settings -d opcache.enable_cli=1 -d opcache.file_update_protection=0"
        . ' -d opcache.jit_hot_loop=64 -d opcache.jit_hot_func=127 -d opcache.jit_hot_return=8 -d opcache.jit_hot_side_exit=8'
        . " -d opcache.jit_buffer_size=16M -d opcache.jit=$jit " . escapeshellarg($file) . ' 2>&1');
}

require __DIR__ . '/../coroutine/helpers.inc';
$with = php_settings();
$without = PHP_VERSION_ID < 80500 ? '-n -d zend_extension=opcache' : '-n'; // a part of PHP since 8.5
foreach (['function', 'tracing'] as $jit) {
    [$one, $other] = [run($without, $jit, $file), run($with, $jit, $file)];
    echo $jit, ': ', preg_replace('/^stock /', 'cenote ', $one) === $other ? 'the same' : "$one, but $other", "\n";
}
echo 'references lost under the function JIT: ', explode(' ', run($with, 'function', $file))[1], "\n";
unlink($file);
echo "done\n";
?>
--EXPECT--
function: the same
tracing: the same
references lost under the function JIT: 0
done
