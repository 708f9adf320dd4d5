--TEST--
SPEC 30.6, 30.5: a deadlock in the drain at the end is reported as an uncaught DeadlockError; the parked are cancelled
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
$keep = new Async\FutureState;
Async\spawn(function () use ($keep) {
    try {
        Async\await(new Async\Future($keep));
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
register_shutdown_function(function () { echo "shutdown\n"; });
echo "main ends\n";
PHP, ['display_errors' => '0']);
echo $output, "\nexit code $code\n";
echo preg_match('/Uncaught Async\\\\DeadlockError/', $log) ? "logged\n" : "log: $log\n";
echo preg_match('/child\.php(:| on line )2\b/', $log) && preg_match('/child\.php(:| on line )4\b/', $log) ? "with both places\n" : "log: $log\n";
echo "done\n";
?>
--EXPECT--
main ends
cancelled
shutdown
exit code 255
logged
with both places
done
