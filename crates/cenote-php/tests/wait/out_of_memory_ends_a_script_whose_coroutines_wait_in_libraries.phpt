--TEST--
SPEC 30.8: when memory runs out while coroutines wait in C libraries, no code of theirs runs, and the exit code is 255
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../coroutine/helpers.inc';

$code = 'require ' . var_export(__DIR__ . '/helpers.inc', true) . ';' . <<<'PHP'
use function Async\{delay, spawn};
foreach (['mysqli', 'pdo_pgsql', 'phpredis', 'curl'] as $client) {
    spawn(function () use ($client, &$waiting): void {
        $wait = clients()[$client]();
        try {
            $waiting++;
            $wait(50_000);
            echo "went on ";
        } catch (Throwable) {
            echo "caught ";
        } finally {
            echo "finally ";
        }
    });
}
until(function () use (&$waiting): bool { return $waiting === 4; });
delay(20);
echo "all wait ";
str_repeat("x", PHP_INT_MAX >> 20);
PHP;
$begin = hrtime(true);
[$exit, $output] = run_php($code, ['display_errors' => '0', 'memory_limit' => '64M']);
echo trim($output), " (code $exit)", hrtime(true) - $begin < 40e9 ? '' : ' late', "\n";
echo "done\n";
?>
--EXPECT--
all wait (code 255)
done
