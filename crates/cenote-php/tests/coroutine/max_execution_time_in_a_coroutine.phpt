--TEST--
SPEC 30.8, 30.11: max_execution_time is one for the process; its expiry in a coroutine is a fatal error
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
spawn(function () { try { delay(60000); } finally { echo "finally\n"; } });
suspend();
spawn(function () { set_time_limit(1); while (true) {} });
delay(60000);
echo "not reached\n";
PHP, ['display_errors' => '0']);
echo "output '$output', exit code $code\n";
echo preg_match('/Maximum execution time of 1 second exceeded/', $log) ? "time limit\n" : $log;
echo "done\n";
?>
--EXPECT--
output '', exit code 255
time limit
done
