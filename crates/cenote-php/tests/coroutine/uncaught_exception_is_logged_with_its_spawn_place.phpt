--TEST--
SPEC 30.7: an exception that nobody awaited is logged as an uncaught error with where the coroutine was spawned; exit code 255
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
function work() {
    throw new RuntimeException('nobody listens'); }
Async\spawn('work'); // line 3
Async\suspend();
echo "main goes on";
PHP, ['display_errors' => '0', 'cenote.unhandled' => 'report']);
echo "$output\nexit code $code\n";
echo preg_match('/Uncaught RuntimeException: nobody listens in child\.php:2/', $log) ? "exception\n" : $log;
echo preg_match('/child\.php(:| on line )3\b/', $log) ? "spawn place\n" : $log;
echo substr_count($log, 'Uncaught'), " report\n";
echo "done\n";
?>
--EXPECT--
main goes on
exit code 255
exception
spawn place
1 report
done
