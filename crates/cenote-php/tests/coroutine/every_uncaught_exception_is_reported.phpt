--TEST--
SPEC 30.7: each of several unawaited exceptions is reported, the last at the end
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
use function Async\{spawn, suspend, delay};
foreach ([1, 2, 3] as $i) {
    spawn(function () use ($i) { delay($i); throw new RuntimeException("failure $i"); });
}
$kept = spawn(function () { throw new DomainException("failure 4"); });
register_shutdown_function(function () { echo "shutdown\n"; });
echo "main ends\n";
PHP, ['display_errors' => '0', 'cenote.unhandled' => 'report']);
echo "$output\nexit code $code\n";
foreach ([1, 2, 3, 4] as $i) {
    echo preg_match_all("/Uncaught \\w+: failure $i\\b/", $log), ' ';
}
echo "\ndone\n";
?>
--EXPECT--
main ends
shutdown
exit code 255
1 1 1 1 
done
