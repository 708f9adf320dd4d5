--TEST--
SPEC 30: PHP 8.2's JIT leaves a function twice when a destructor throws in its end, with cenote as without it; without JIT its caller catches
--EXTENSIONS--
opcache
--FILE--
<?php
/*
 * No coroutine takes part. Compiled code hands the end of a function that was called as a first-class callable, or with more
 * arguments than it names, to a helper. After an exception that one goes on at the function's own `return`, now as a line of
 * its caller. docs/reports/compatibility.md tells more.
 */
$code = <<<'PHP'
<?php
class Loud { public static bool $throws = false; public function __destruct() { if (self::$throws) throw new RuntimeException('late'); } }
class Steps {
    public function one($n) { $loud = new Loud; return [$n]; }
    public function any(mixed ...$all) { $loud = new Loud; return [$all]; }
}
function caught(callable $call, $n) { try { $call($n); return false; } catch (RuntimeException) { return true; } }
$steps = new Steps;
$caught = 0;
foreach (range(1, 1000) as $n) {
    Loud::$throws = $n > 1;
    $caught += (int) caught($argv[1] === 'one' ? $steps->one(...) : [$steps, 'any'], $n);
}
Loud::$throws = false;
echo $caught;
PHP;
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-jit.php';
file_put_contents($file, $code);

function run(string $settings, string $jit, string $file, string $method): string
{
    exec('{ ' . PHP_BINARY . " $settings -d opcache.enable_cli=1 -d opcache.file_update_protection=0 -d display_errors=1"
        . " -d opcache.jit_buffer_size=16M -d opcache.jit=$jit " . escapeshellarg($file) . " $method; } 2>/dev/null", $lines, $status);
    return $status ? 'a crash, or an exception that nobody catches' : implode($lines);
}

require __DIR__ . '/../coroutine/helpers.inc';
$with = php_settings();
$without = PHP_VERSION_ID < 80500 ? '-n -d zend_extension=opcache' : '-n'; // a part of PHP since 8.5
foreach (['one', 'any'] as $method) {
    foreach (['function', 'tracing'] as $jit) {
        [$one, $other] = [run($without, $jit, $file, $method), run($with, $jit, $file, $method)];
        echo "$method, $jit: ", $one === $other ? 'the same' : "$one, but $other", "\n";
    }
    echo "$method, caught without JIT: ", run($with, 'disable', $file, $method), "\n";
}
unlink($file);
echo "done\n";
?>
--EXPECT--
one, function: the same
one, tracing: the same
one, caught without JIT: 999
any, function: the same
any, tracing: the same
any, caught without JIT: 999
done
