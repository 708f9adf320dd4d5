--TEST--
SPEC 30.8: an uncaught exception in the main flow: exit code 255, the others unwound, then shutdown functions
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () {
    try {
        delay(60000);
        echo "not reached\n";
    } finally {
        echo "unwound\n";
    }
});
suspend();
throw new RuntimeException('main failed');
PHP, ['display_errors' => '0']);
echo "$output\nexit code $code\n";
echo substr_count($log, 'Uncaught RuntimeException: main failed in child.php:12'), " report\n";
echo "done\n";
?>
--EXPECT--
unwound
shutdown
exit code 255
1 report
done
